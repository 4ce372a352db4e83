import {
  Highlighter,
  type LucideIcon,
  PenLine,
  Signature,
  Stamp,
  TextCursorInput,
  Type,
} from 'lucide-react'
import { useRef } from 'react'
import { STAMP_TYPES } from '../../../../contract/features/composed.ts'
import { type TextKey, useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { isDrawing, type Mode } from './pieces/modes.ts'

const TOOLS: readonly (readonly [Exclude<Mode, 'NONE'>, LucideIcon, TextKey])[] = [
  ['SIGN', Signature, 'compose.signBox'],
  ['TEXT', TextCursorInput, 'compose.textBox'],
  ['HIGHLIGHT', Highlighter, 'compose.highlight'],
  ['INK', PenLine, 'compose.ink'],
  ['NOTE', Type, 'compose.note'],
  ['IMAGE', Stamp, 'compose.stamp'],
]

const HINTS: Readonly<Record<Mode, TextKey>> = {
  NONE: 'compose.placeHintNone',
  SIGN: 'compose.placeHintSIGN',
  TEXT: 'compose.placeHintTEXT',
  NOTE: 'compose.placeHintNOTE',
  HIGHLIGHT: 'compose.placeHintHIGHLIGHT',
  INK: 'compose.placeHintINK',
  IMAGE: 'compose.placeHintIMAGE',
}

interface ToolsPanelProps {
  readonly mode: Mode
  readonly isStampUnderWay: boolean
  readonly onMode: (mode: Mode) => void
  readonly onStampFile: (file: File) => void
  readonly onPlaceMiddle: () => void
}

export function ToolsPanel({
  mode,
  isStampUnderWay,
  onMode,
  onStampFile,
  onPlaceMiddle,
}: ToolsPanelProps) {
  const { t } = useTranslation()
  const stampInput = useRef<HTMLInputElement>(null)
  const choose = (tool: Mode) => {
    if (tool === mode) onMode('NONE')
    else if (tool === 'IMAGE') stampInput.current?.click()
    else onMode(tool)
  }
  return (
    <section className="tools" aria-label={t('compose.place')}>
      <h2 className="meta">{t('compose.place')}</h2>
      <div className="tools-grid">
        {TOOLS.map(([tool, icon, name]) => (
          <Button
            key={tool}
            icon={icon}
            aria-pressed={tool === mode}
            isBusy={tool === 'IMAGE' && isStampUnderWay}
            onClick={() => choose(tool)}
          >
            {t(name)}
          </Button>
        ))}
      </div>
      <input
        ref={stampInput}
        type="file"
        hidden
        accept={STAMP_TYPES.join()}
        aria-label={t('compose.stamp')}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          currentTarget.value = ''
          if (file) onStampFile(file)
        }}
      />
      <p className="meta" role="status">
        {isStampUnderWay ? t('compose.stampLoading') : t(HINTS[mode])}
      </p>
      {mode !== 'NONE' && !isDrawing(mode) && (
        <Button size="small" onClick={onPlaceMiddle}>
          {t('compose.placeMiddle')}
        </Button>
      )}
    </section>
  )
}
