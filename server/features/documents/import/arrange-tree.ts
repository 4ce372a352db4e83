import { foldName, nameKey } from '../../../../contract/core/name-key.ts'
import { cleanName, extensionOf, extensionPart, isUsableName } from '../documents.rules.ts'
import type { ImportNode } from './import-tree.ts'
import { lastOf } from './index-numbers.ts'

export type NumbersInNames = 'keep' | 'strip'

const endingOf = ({ name, isFolder }: ImportNode): string =>
  isFolder || extensionOf(name) === undefined ? '' : extensionPart(name)

function strippedName(node: ImportNode): string {
  const ending = endingOf(node)
  const title = (node.listed?.isSure ? node.listed.name : undefined) ?? node.leading?.rest ?? ''
  const bare =
    ending !== '' && title.toLowerCase().endsWith(ending.toLowerCase())
      ? title.slice(0, -ending.length)
      : title
  const name = bare === '' ? node.name : `${bare}${ending}`
  return cleanName(name) === name && isUsableName(name) ? name : node.name
}

/** Rooms count from 1, so 0 requests no number. */
export function numberOf({ listed, leading }: ImportNode): number | undefined {
  const number = listed?.number ?? (leading && lastOf(leading))
  return number === 0 ? undefined : number
}

/** The counter only grows, so numbers precede the list. */
function orderKeys(node: ImportNode, givesNumbers: boolean): readonly [number, number] {
  const number = givesNumbers ? numberOf(node) : node.leading && lastOf(node.leading)
  const [byNumber, byList] = [
    number ?? Number.POSITIVE_INFINITY,
    node.listed?.place ?? Number.POSITIVE_INFINITY,
  ]
  return givesNumbers ? [byNumber, byList] : [byList, byNumber]
}

function compare(one: ImportNode, other: ImportNode, givesNumbers: boolean): number {
  const [left, right] = [orderKeys(one, givesNumbers), orderKeys(other, givesNumbers)]
  for (const at of [0, 1] as const) if (left[at] !== right[at]) return left[at] < right[at] ? -1 : 1
  if (one.isFolder !== other.isFolder) return one.isFolder ? -1 : 1
  const [first, second] = [nameKey(one.name), nameKey(other.name)]
  return first < second ? -1 : first > second ? 1 : 0
}

/** Renames as the room will, then sorts. @param givesNumbers if true, numbers precede the list */
export function arrangeTree(
  folder: ImportNode,
  numbers: NumbersInNames,
  givesNumbers: boolean,
): void {
  if (numbers === 'strip') {
    const names = folder.children.map(strippedName)
    const isClear = new Set(names.map(foldName)).size === names.length
    for (const [at, child] of folder.children.entries())
      child.target = (isClear && names[at]) || child.name
  }
  folder.children.sort((one, other) => compare(one, other, givesNumbers))
  for (const child of folder.children) if (child.isFolder) arrangeTree(child, numbers, givesNumbers)
}

export const isArranged = ({ children }: ImportNode): boolean =>
  children.some(({ listed, leading }) => listed ?? leading)
