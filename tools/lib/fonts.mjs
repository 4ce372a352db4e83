import { copyFileSync, mkdirSync } from 'node:fs'
import { FACES } from './faces.mjs'
import { at } from './project.mjs'

export function copyFonts() {
  mkdirSync(at('.build', 'fonts'), { recursive: true })
  for (const [name, scope, file] of FACES)
    copyFileSync(at('node_modules', scope, file), at('.build', 'fonts', name))
}
