// CI never reads this cache.
import { mkdirSync, writeFileSync } from 'node:fs'
import { at, hashOf, projectFiles, ROOT, textOf } from '../lib/project.mjs'

const FILE = at('.build', 'gates.json')

const ALWAYS = /^(package(-lock)?\.json|tools\/)/

export function openGateCache(env = process.env) {
  const isOn = env.CI !== 'true'
  const passed = JSON.parse((isOn && textOf(FILE)) || '{}')
  const files = isOn ? projectFiles(ROOT).sort() : []
  const keyOf = ({ inputs }) =>
    `${process.version} ${hashOf(files.filter((path) => inputs === undefined || inputs.test(path) || ALWAYS.test(path)))}`

  return {
    /** The key excludes built files. */
    hasPassed: (gate) => isOn && !gate.readsBuild && passed[gate.name] === keyOf(gate),
    keep(gate) {
      if (!isOn || gate.readsBuild) return
      passed[gate.name] = keyOf(gate)
      mkdirSync(at('.build'), { recursive: true })
      writeFileSync(FILE, JSON.stringify(passed, null, 2))
    },
  }
}
