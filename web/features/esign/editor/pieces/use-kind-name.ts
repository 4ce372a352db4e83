import { type TextKey, useTranslation } from '../../../../lib/i18n.ts'
import type { Piece } from './pieces.ts'

const NAMES: Readonly<Record<Piece['kind'], TextKey>> = {
  SIGN: 'compose.signBox',
  TEXT: 'compose.textBox',
  NOTE: 'compose.note',
  HIGHLIGHT: 'compose.highlight',
  INK: 'compose.ink',
  IMAGE: 'compose.stamp',
}

export function useKindName(): (kind: Piece['kind']) => string {
  const { t } = useTranslation()
  return (kind) => t(NAMES[kind])
}
