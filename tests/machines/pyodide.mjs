// Boots Pyodide and has guest.py do a job with a game's side module.
// node pyodide.mjs FOLDER GAME PYODIDE < job.json, where PYODIDE is the folder of its npm package

import { readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'

const [folder, game, home] = process.argv.slice(2)
const { loadPyodide } = await import(pathToFileURL(`${home}/pyodide.mjs`))
const python = await loadPyodide({ indexURL: `${home}/` })
const put = (name, file) => python.FS.writeFile(`/home/pyodide/${name}`, readFileSync(file))
put('module.so', `${folder}/${game}.side.wasm`)
put('about.json', `${folder}/${game}.json`)
put('arrays', `${folder}/${game}.arrays`)
put('guest.py', fileURLToPath(new URL('guest.py', import.meta.url)))
python.globals.set('told', readFileSync(0, 'utf8'))
console.log(
  python.runPython(`
import json, guest
with open("about.json") as file:
    about = json.load(file)
guest.done(json.loads(told), about, "/home/pyodide/module.so", "arrays")
`),
)
