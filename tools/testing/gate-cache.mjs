// Remembers which gates have passed on which content, so that an unchanged gate is not run again. CI never reads it.
import { mkdirSync, writeFileSync } from 'node:fs'
import { at, hashOf, projectFiles, ROOT, textOf } from '../lib/project.mjs'

const FILE = at('.build', 'gates.json')

/** Every gate depends on its tools, whose versions the lockfile fixes, and on the programs that call them. */
const ALWAYS = /^(package(-lock)?\.json|tools\/)/

/** @param env the environment of the command; `CI=true` switches the cache off. */
export function openGateCache(env = process.env) {
  const isOn = env.CI !== 'true'
  const passed = JSON.parse((isOn && textOf(FILE)) || '{}')
  const files = isOn ? projectFiles(ROOT).sort() : []
  const keyOf = ({ inputs }) =>
    `${process.version} ${hashOf(files.filter((path) => inputs === undefined || inputs.test(path) || ALWAYS.test(path)))}`

  return {
    /** Whether the gate has passed on this content; a gate that reads built files is never remembered. */
    hasPassed: (gate) => isOn && !gate.readsBuild && passed[gate.name] === keyOf(gate),
    /** Keeps that the gate passed on the content as it is now. */
    keep(gate) {
      if (!isOn || gate.readsBuild) return
      passed[gate.name] = keyOf(gate)
      mkdirSync(at('.build'), { recursive: true })
      writeFileSync(FILE, JSON.stringify(passed, null, 2))
    },
  }
}
