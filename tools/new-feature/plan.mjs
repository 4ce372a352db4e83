import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Script } from 'node:vm'
import { at, filesUnder, textOf } from '../lib/project.mjs'
import { ADDITIONS } from './additions.mjs'

export class Refused extends Error {}

const TEMPLATES = join(import.meta.dirname, 'templates')
const FLOORS_FILE = '.dependency-cruiser.cjs'
const FLOORS = /(?<=^const FLOORS = )\[[^=]*?\]$(?=\n\n)/m

const OWN_NAMES = [
  /\bfeatureNameOperations\b/,
  /\bFeatureNameScreen\b/,
  /'featurename\./,
  /'\/admin\/featurename'/,
]

const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1)

const isIdentifier = (word) => {
  try {
    return Boolean(new Script(`'use strict'; const ${word} = 0`))
  } catch {
    return false
  }
}

function renaming(name) {
  if (!/^[a-z]+(?:-[a-z]+)*$/.test(name))
    throw new Refused(`"${name}" is not kebab-case: lower-case letters, words with - between`)
  const pascal = name.split('-').map(capital).join('')
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1)
  if (!isIdentifier(camel)) throw new Refused(`"${name}" is a word of JavaScript`)
  const forms = {
    'feature-name': name,
    featureName: camel,
    FeatureName: pascal,
    featurename: name.replaceAll('-', ''),
    'Feature name': capital(name.replaceAll('-', ' ')),
  }
  return (text) =>
    text.replace(
      /feature-name|featureName|FeatureName|featurename|Feature name/g,
      (form) => forms[form],
    )
}

function sourceOf(path) {
  const text = textOf(at(path))
  if (text === undefined) throw new Refused(`there is no ${path}`)
  return text
}

function created(rename) {
  return filesUnder(TEMPLATES, TEMPLATES).map((template) => {
    const path = rename(template.replace(/\.txt$/, ''))
    if (textOf(at(path)) !== undefined) throw new Refused(`there is a ${path} already`)
    return { path, text: rename(readFileSync(join(TEMPLATES, template), 'utf8')) }
  })
}

function insert(path, source, place, text) {
  const [found, ...more] = source.matchAll(new RegExp(place, `${place.flags}g`))
  if (!found || more.length > 0)
    throw new Refused(`${path}: no single place for "${text.trim()}" (${place})`)
  return source.slice(0, found.index) + text + source.slice(found.index)
}

function added({ path, additions }, rename) {
  const source = sourceOf(path)
  const taken = OWN_NAMES.map((own) => source.match(new RegExp(rename(own.source)))?.[0]).find(
    Boolean,
  )
  if (taken) throw new Refused(`the name is taken: ${path} has ${taken}`)
  return {
    path,
    text: additions.reduce(
      (text, { place, text: addition }) => insert(path, text, place, rename(addition)),
      source,
    ),
  }
}

function placed(floors, name, lower) {
  const floorOf = (feature) => floors.findIndex((floor) => floor.includes(feature))
  if (lower !== undefined && floorOf(lower) < 0)
    throw new Refused(`--floor: no floor has a feature called ${lower}`)
  const wanted = lower === undefined ? floors.length - 1 : floorOf(lower) + 1
  if (wanted === floors.length)
    throw new Refused(`--floor: ${lower} stands on the uppermost floor, nothing is above it`)
  const known = floorOf(name)
  if (known < 0) return floors.map((floor, index) => (index === wanted ? [...floor, name] : floor))
  if (lower !== undefined && known !== wanted)
    throw new Refused(`--floor: ${FLOORS_FILE} has ${name} on another floor`)
  return floors
}

function floored(name, lower) {
  const source = sourceOf(FLOORS_FILE)
  const [literal] = source.match(FLOORS) ?? []
  if (literal === undefined) throw new Refused(`${FLOORS_FILE}: no line "const FLOORS = [[...]]"`)
  const floors = JSON.parse(literal.replaceAll("'", '"').replace(/,(?=\s*\])/g, ''))
  const text = JSON.stringify(placed(floors, name, lower))
    .replaceAll('"', "'")
    .replace(/,/g, ', ')
  return { path: FLOORS_FILE, text: source.replace(FLOORS, () => text) }
}

/** @throws Refused if the name is invalid or taken, or a file has no place */
export function planFeature(name, lower) {
  const rename = renaming(name)
  return {
    created: created(rename),
    changed: [...ADDITIONS.map((addition) => added(addition, rename)), floored(name, lower)],
  }
}
