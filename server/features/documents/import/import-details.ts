import { foldName } from '../../../../contract/core/name-key.ts'
import { numberOf } from './arrange-tree.ts'
import type { ImportNode } from './import-tree.ts'

interface Differing {
  readonly otherNumber?: number | undefined
  readonly isExpected?: boolean
  readonly mergedWith?: string | undefined
  readonly willBeNumbered?: boolean
}

function detailOfNumber(
  node: ImportNode,
  { otherNumber, isExpected }: Differing,
): string | undefined {
  if (otherNumber === undefined) return undefined
  return isExpected
    ? `It was expected, and has the number ${otherNumber} that was held for it.`
    : `The number ${numberOf(node)} was given before; it took ${otherNumber}.`
}

export function detailOf(
  node: ImportNode,
  name: string,
  differing: Differing = {},
): string | undefined {
  const { listed } = node
  const { mergedWith, willBeNumbered } = differing
  const sentences = [
    listed && !listed.isSure
      ? `The list calls its number “${listed.name}”; it kept its own name.`
      : undefined,
    mergedWith === undefined
      ? undefined
      : `Its name is that of ${mergedWith} to the room; both are one folder there.`,
    detailOfNumber(node, differing),
    willBeNumbered ? 'The name is taken; the room will number it.' : undefined,
    foldName(name) === foldName(node.target) ? undefined : 'The name was taken.',
  ].filter((sentence) => sentence !== undefined)
  return sentences.length === 0 ? undefined : sentences.join(' ')
}
