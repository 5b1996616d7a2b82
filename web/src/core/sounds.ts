// Short sounds, made on the spot: no files, nothing to load.

export type Sound = 'place' | 'other' | 'turn' | 'gain' | 'won' | 'over' | 'refused' | 'chat';

interface Note {
    /** Hertz. */
    pitch: number;
    /** Seconds from the start of the sound. */
    at: number;
    length: number;
    loudness: number;
    shape: OscillatorType;
}

const note = (
    pitch: number,
    at = 0,
    length = 0.12,
    loudness = 0.12,
    shape: OscillatorType = 'sine',
): Note => ({ pitch, at, length, loudness, shape });

const SOUNDS: Record<Sound, readonly Note[]> = {
    place: [note(196, 0, 0.07, 0.2, 'triangle'), note(98, 0, 0.09, 0.2)],
    other: [note(165, 0, 0.07, 0.14, 'triangle'), note(82, 0, 0.09, 0.14)],
    turn: [note(523, 0, 0.1), note(659, 0.1, 0.16)],
    gain: [note(784, 0, 0.08, 0.08), note(988, 0.06, 0.12, 0.08)],
    won: [note(523), note(659, 0.12), note(784, 0.24), note(1047, 0.36, 0.3)],
    over: [note(523), note(440, 0.14), note(392, 0.28, 0.25)],
    refused: [note(150, 0, 0.1, 0.1, 'square'), note(120, 0.1, 0.12, 0.1, 'square')],
    chat: [note(880, 0, 0.06, 0.06), note(1175, 0.07, 0.08, 0.06)],
};

let context: AudioContext | null = null;

export function sound(name: Sound): void {
    try {
        context ??= new AudioContext();
        // Browsers keep quiet until the person has done something; they wake it up then.
        if (context.state === 'suspended') void context.resume();
        const start = context.currentTime;
        for (const each of SOUNDS[name]) ring(context, start, each);
    } catch {
        // A device without sound plays on.
    }
}

function ring(audio: AudioContext, start: number, each: Note): void {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const from = start + each.at;
    tone.type = each.shape;
    tone.frequency.value = each.pitch;
    volume.gain.setValueAtTime(0, from);
    volume.gain.linearRampToValueAtTime(each.loudness, from + 0.008);
    volume.gain.exponentialRampToValueAtTime(0.0001, from + each.length);
    tone.connect(volume).connect(audio.destination);
    tone.start(from);
    tone.stop(from + each.length + 0.02);
}
