// Short sounds of wood and clay, made on the spot: no files, nothing to load.

export type Sound =
    'place' | 'other' | 'turn' | 'gain' | 'won' | 'over' | 'refused' | 'chat' | 'short' | 'moment';

/** One knock: what is struck rings at a few pitches that are no harmonics, and dies away soon. */
interface Knock {
    material: keyof typeof MATERIALS;
    /** Hertz. */
    pitch: number;
    /** Seconds from the start of the sound. */
    at: number;
    loudness: number;
}

/** How a material rings: its partials as factors of the pitch, with how loud and how long each is;
 * and how much of the stroke itself is heard. */
const MATERIALS = {
    wood: {
        partials: [
            [1, 1, 0.09],
            [2.57, 0.4, 0.05],
            [4.9, 0.15, 0.03],
        ],
        stroke: 0.5,
    },
    clay: {
        partials: [
            [1, 1, 0.22],
            [2.02, 0.35, 0.14],
            [3.4, 0.3, 0.08],
        ],
        stroke: 0.25,
    },
} as const;

/** How long the stroke itself lasts, in seconds. */
const STROKE = 0.018;

const wood = (pitch: number, at = 0, loudness = 0.2): Knock => ({
    material: 'wood',
    pitch,
    at,
    loudness,
});
const clay = (pitch: number, at = 0, loudness = 0.12): Knock => ({
    material: 'clay',
    pitch,
    at,
    loudness,
});

const SOUNDS: Record<Sound, readonly Knock[]> = {
    place: [wood(210, 0, 0.26), clay(640, 0.004, 0.05)],
    other: [wood(172, 0, 0.18), clay(540, 0.004, 0.035)],
    turn: [clay(523), clay(659, 0.11)],
    gain: [clay(784, 0, 0.07), clay(988, 0.07, 0.07)],
    moment: [clay(659, 0, 0.1), clay(784, 0.09, 0.1), clay(1047, 0.18, 0.1)],
    won: [clay(523), clay(659, 0.13), clay(784, 0.26), clay(1047, 0.39, 0.14)],
    over: [clay(523), clay(440, 0.15), clay(392, 0.3)],
    refused: [wood(110, 0, 0.2), wood(98, 0.09, 0.2)],
    chat: [clay(880, 0, 0.05), clay(1175, 0.08, 0.05)],
    short: [wood(880, 0, 0.22), wood(880, 0.16, 0.22), wood(880, 0.32, 0.22)],
};

let context: AudioContext | null = null;

/** Let something be heard, as loud as was chosen: from 0 to 100. */
export function sound(name: Sound, volume: number): void {
    if (volume <= 0) return;
    try {
        context ??= new AudioContext();
        // Browsers keep quiet until the person has done something; they wake it up then.
        if (context.state === 'suspended') void context.resume();
        const all = context.createGain();
        // Ears hear by powers: half of the way is a quarter as strong.
        all.gain.value = (volume / 100) ** 2 * LOUDEST;
        all.connect(context.destination);
        for (const each of SOUNDS[name]) knock(context, all, each);
    } catch {
        // A device without sound plays on.
    }
}

/** What the usual volume is multiplied with, so that it is as loud as a tile on a table. */
const LOUDEST = 2.5;

function knock(
    audio: AudioContext,
    out: AudioNode,
    { material, pitch, at, loudness }: Knock,
): void {
    const from = audio.currentTime + at;
    const { partials, stroke } = MATERIALS[material];
    for (const [factor, share, length] of partials) {
        const tone = audio.createOscillator();
        tone.frequency.value = pitch * factor;
        fading(audio, tone, out, from, loudness * share, length);
    }
    const noise = audio.createBufferSource();
    const samples = Math.ceil(audio.sampleRate * STROKE);
    noise.buffer = audio.createBuffer(1, samples, audio.sampleRate);
    const data = noise.buffer.getChannelData(0);
    for (let k = 0; k < samples; k++) data[k] = 2 * Math.random() - 1;
    fading(audio, noise, out, from, loudness * stroke, STROKE);
}

function fading(
    audio: AudioContext,
    source: AudioScheduledSourceNode,
    out: AudioNode,
    from: number,
    loudness: number,
    length: number,
): void {
    const volume = audio.createGain();
    volume.gain.setValueAtTime(0, from);
    volume.gain.linearRampToValueAtTime(loudness, from + 0.003);
    volume.gain.exponentialRampToValueAtTime(0.0001, from + length);
    source.connect(volume).connect(out);
    source.start(from);
    source.stop(from + length + 0.02);
}
