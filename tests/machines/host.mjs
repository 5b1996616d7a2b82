// Runs a game's module of WebAssembly: replays records, plays random games and calls what bots think
// with, as a job on stdin says; the arrays of those calls are in a file. With "side" the side module.
// node host.mjs FOLDER GAME [side] < job.json

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const STACK = 65536
const PAGE = 65536
const CHANCE = 16

const [folder, game, kind] = process.argv.slice(2)
const about = JSON.parse(readFileSync(`${folder}/${game}.json`, 'utf8'))
const job = JSON.parse(readFileSync(0, 'utf8'))

// Data comes first, then the stack, which grows down to it, then what we make room for. Below the
// data of a side module is what is somebody else's.
const base = kind === 'side' ? 12352 : 0
let free = Math.ceil((base + about.data + STACK) / 64) * 64
const bottom = free
const room = (bytes) => {
  const at = free
  free += Math.ceil(bytes / 64) * 64
  return at
}
const position = room(about.size)
const start = room(about.size)
const moves = room(4 * job.most_moves)
const random = room(8)
const counts = room(24)
const largest = Math.max(0, ...job.calls.map(({ arrays }) => arrays.reduce((n, b) => n + b + 64, 0)))

const memory = new WebAssembly.Memory({ initial: Math.ceil((free + largest) / PAGE) })
const env = {
  [kind === 'side' ? 'memory' : '__linear_memory']: memory,
  __memory_base: new WebAssembly.Global({ value: 'i32' }, base),
  __table_base: new WebAssembly.Global({ value: 'i32' }, 0),
  __stack_pointer: new WebAssembly.Global({ value: 'i32', mutable: true }, bottom),
  __indirect_function_table: new WebAssembly.Table({ initial: 1, element: 'anyfunc' }),
}
const code = readFileSync(`${folder}/${game}.${kind === 'side' ? 'side.wasm' : 'wasm'}`)
const { exports } = (await WebAssembly.instantiate(code, { env })).instance
const stored = job.arrays ? readFileSync(job.arrays) : null
const bytes = (at, count) => new Uint8Array(memory.buffer, at, count)
const words = (at, count) => new BigUint64Array(memory.buffer, at, count)

function setUp(numbers) {
  bytes(start, about.size).fill(0)
  exports.set_up(start, about.size, ...numbers)
  bytes(position, about.size).set(bytes(start, about.size))
}

/** One digest a step: of all positions and lists of legal moves so far. */
function replayed({ numbers, events }) {
  setUp(numbers)
  const digest = createHash('sha256')
  return events.map(([isChance, seat, number]) => {
    const who = exports.acting(position, about.size)
    if (who !== CHANCE) {
      const count = exports.list_moves(position, about.size, seat, moves, job.most_moves)
      digest.update(bytes(moves, 4 * count))
    }
    if (isChance) exports.play_outcome(position, about.size, number)
    else exports.play(position, about.size, seat, number)
    digest.update(bytes(position, about.size))
    return digest.copy().digest('hex').slice(0, 16)
  })
}

/** Moves, chance events and choices of random games, and the random state that they leave. */
function playedOut({ numbers, seed, games, listed }) {
  setUp(numbers)
  words(random, 1)[0] = BigInt(seed)
  words(counts, 3).fill(0n)
  const listing = [moves, listed ? job.most_moves : 0]
  const size = about.size
  exports.play_games(start, size, position, size, random, 1, games, counts, 3, ...listing)
  const told = [...words(counts, 3), ...words(random, 1)].map(String)
  return [...told, createHash('sha256').update(bytes(position, size)).digest('hex')]
}

/** What a kernel gives back, and a digest of all its arrays after the call. */
function called({ name, from, arrays, parameters }) {
  let at = free
  const addresses = arrays.map((size) => {
    const here = at
    bytes(here, size).set(stored.subarray(from, from + size))
    from += size
    at += Math.ceil(size / 64) * 64
    return here
  })
  // An array is its number among them, and the size of each dimension.
  const values = parameters.flatMap((given) =>
    Array.isArray(given) ? [addresses[given[0]], ...given.slice(1)] : [given],
  )
  const digest = createHash('sha256')
  const result = exports[name](...values)
  arrays.forEach((size, k) => digest.update(bytes(addresses[k], size)))
  return [result, digest.digest('hex')]
}

console.log(
  JSON.stringify({
    records: job.records.map(replayed),
    playouts: job.playouts.map(playedOut),
    calls: job.calls.map(called),
  }),
)
