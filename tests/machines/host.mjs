// Runs a game's module of WebAssembly: replays records and plays random games, as a job on stdin says.
// node host.mjs FOLDER GAME < job.json

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const STACK = 65536
const PAGE = 65536
const CHANCE = 16

const [folder, game] = process.argv.slice(2)
const about = JSON.parse(readFileSync(`${folder}/${game}.json`, 'utf8'))
const job = JSON.parse(readFileSync(0, 'utf8'))

// Data comes first, then the stack, which grows down to it, then what we make room for.
let free = Math.ceil((about.data + STACK) / 64) * 64
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

const memory = new WebAssembly.Memory({ initial: Math.ceil(free / PAGE) })
const env = {
  __linear_memory: memory,
  __stack_pointer: new WebAssembly.Global({ value: 'i32', mutable: true }, bottom),
  __indirect_function_table: new WebAssembly.Table({ initial: 1, element: 'anyfunc' }),
}
const code = readFileSync(`${folder}/${game}.wasm`)
const { exports } = (await WebAssembly.instantiate(code, { env })).instance
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

console.log(
  JSON.stringify({ records: job.records.map(replayed), playouts: job.playouts.map(playedOut) }),
)
