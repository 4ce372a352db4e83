import '../../../../ui/field/field.css'
import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignStartHorizontal,
  AlignStartVertical,
  Copy,
  type LucideIcon,
  Trash2,
} from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { LIMITS } from '../../../../../contract/core/limits.ts'
import type { Participant } from '../../../../../contract/features/composed.ts'
import type { Rect, Size } from '../../../../../paper/space/page-space.ts'
import { type TextKey, useTranslation } from '../../../../lib/i18n.ts'
import { useLettersProblem } from '../../../../room/use-letters-problem.ts'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { SelectField } from '../../../../ui/field/select-field.tsx'
import { Switch } from '../../../../ui/field/switch.tsx'
import { fillers } from '../../person-colors.ts'
import {
  type Alignment,
  type FieldPiece,
  isField,
  isStroke,
  type NotePiece,
  type Piece,
  type Pieces,
  placeAt,
  type StrokePiece,
} from './pieces.ts'

const ALIGNMENTS: readonly (readonly [Alignment, LucideIcon, TextKey])[] = [
  ['left', AlignStartVertical, 'compose.alignLeft'],
  ['center', AlignCenterVertical, 'compose.alignCenter'],
  ['right', AlignEndVertical, 'compose.alignRight'],
  ['top', AlignStartHorizontal, 'compose.alignTop'],
  ['middle', AlignCenterHorizontal, 'compose.alignMiddle'],
  ['bottom', AlignEndHorizontal, 'compose.alignBottom'],
]

const COLORS: readonly (readonly [string, TextKey])[] = [
  ['#1a1f2b', 'compose.black'],
  ['#1d4ed8', 'compose.blue'],
  ['#c2281c', 'compose.red'],
  ['#0f7a45', 'compose.green'],
  ['#ffd84d', 'compose.yellow'],
]

interface SelectionPanelProps {
  readonly pieces: Pieces
  readonly pageOf: (piece: Piece) => Size
  readonly participants: readonly Participant[]
  readonly onChange: (pieces: Pieces, work?: string) => void
  readonly onAlign: (alignment: Alignment) => void
  readonly onDuplicate: () => void
  readonly onDelete: () => void
}

export function SelectionPanel({
  pieces,
  pageOf,
  participants,
  onChange,
  onAlign,
  onDuplicate,
  onDelete,
}: SelectionPanelProps) {
  const { t } = useTranslation()
  const [first] = pieces
  if (!first) return null
  const isOne = pieces.length === 1
  const fields = pieces.filter(isField)
  return (
    <section className="selection" aria-label={t('compose.selected')}>
      <h2 className="meta">
        {isOne ? t('compose.selected') : t('compose.selectedCount', { count: pieces.length })}
      </h2>
      {fields.length === pieces.length && (
        <>
          <SelectField
            label={t('compose.assign')}
            options={[
              { id: 0, label: t('compose.nobody') },
              ...fillers(participants).map(({ id, name }) => ({ id, label: name })),
            ]}
            chosen={
              fields.every(({ participant }) => participant === fields[0]?.participant)
                ? (fields[0]?.participant ?? 0)
                : -1
            }
            onChoose={(id) =>
              onChange(fields.map((field) => ({ ...field, participant: id === 0 ? null : id })))
            }
          />
          <Switch
            label={t('compose.required')}
            text={t('compose.required')}
            isOn={fields.every(({ required }) => required)}
            onToggle={() => {
              const required = !fields.every((field) => field.required)
              onChange(fields.map((field) => ({ ...field, required })))
            }}
          />
        </>
      )}
      {isOne && first.kind === 'TEXT' && (
        <LabelField key={first.id} box={first} onChange={onChange} />
      )}
      {isOne && first.kind === 'NOTE' && (
        <NoteFields key={first.id} note={first} onChange={onChange} />
      )}
      {isOne && isStroke(first) && (
        <StrokeFields key={first.id} stroke={first} onChange={onChange} />
      )}
      {isOne && (
        <PlaceFields
          key={`place ${first.id}`}
          piece={first}
          page={pageOf(first)}
          onChange={onChange}
        />
      )}
      {!isOne && (
        <div className="selection-row">
          {ALIGNMENTS.map(([alignment, icon, name]) => (
            <IconButton
              key={alignment}
              icon={icon}
              size="small"
              variant="plain"
              label={t(name)}
              onClick={() => onAlign(alignment)}
            />
          ))}
        </div>
      )}
      <div className="selection-row">
        <Button size="small" icon={Copy} onClick={onDuplicate}>
          {t('compose.duplicate')}
        </Button>
        <Button size="small" variant="danger" icon={Trash2} onClick={onDelete}>
          {t('compose.delete')}
        </Button>
      </div>
      <p className="meta">{t('compose.keysHint')}</p>
    </section>
  )
}

interface OneProps {
  readonly onChange: (pieces: Pieces, work?: string) => void
}

const SIDES: readonly (readonly [keyof Rect, TextKey])[] = [
  ['x', 'compose.x'],
  ['y', 'compose.y'],
  ['w', 'compose.w'],
  ['h', 'compose.h'],
]

function PlaceFields({
  piece,
  page,
  onChange,
}: OneProps & { readonly piece: Piece; readonly page: Size }) {
  const { t } = useTranslation()
  return (
    <div className="selection-grid">
      {SIDES.map(([side, name]) => (
        <PlaceField
          key={side}
          label={t(name)}
          value={piece.rect[side]}
          isFixed={isStroke(piece) && (side === 'w' || side === 'h')}
          onValue={(value) => onChange([placeAt(piece, { ...piece.rect, [side]: value }, page)])}
        />
      ))}
    </div>
  )
}

interface PlaceFieldProps {
  readonly label: string
  readonly value: number
  readonly isFixed: boolean
  readonly onValue: (value: number) => void
}

function PlaceField({ label, value, isFixed, onValue }: PlaceFieldProps) {
  const { setTyped, ...field } = useTyped(value.toFixed(1), (text) => {
    const next = Number(text)
    if (text.trim() !== '' && Number.isFinite(next) && next.toFixed(1) !== value.toFixed(1))
      onValue(next)
  })
  return (
    <label className="meta">
      {label}
      <input
        className="field field-small numbers"
        inputMode="decimal"
        readOnly={isFixed}
        {...field}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </label>
  )
}

function ColorField({
  chosen,
  onChoose,
}: {
  readonly chosen: string
  readonly onChoose: (color: string) => void
}) {
  const { t } = useTranslation()
  return (
    <fieldset className="color-field">
      <legend className="meta">{t('compose.color')}</legend>
      {COLORS.map(([color, name]) => (
        <button
          key={color}
          type="button"
          className="color-choice"
          style={{ background: color }}
          aria-label={t(name)}
          data-tip={t(name)}
          aria-pressed={chosen === color}
          onClick={() => onChoose(color)}
        />
      ))}
    </fieldset>
  )
}

function useTyped(shown: string, end: (text: string) => void) {
  const [typed, setTyped] = useState<string>()
  const settle = () => {
    if (typed === undefined) return
    setTyped(undefined)
    end(typed)
  }
  return {
    value: typed ?? shown,
    setTyped,
    onBlur: settle,
    onKeyDown: ({ key }: KeyboardEvent) => key === 'Enter' && settle(),
  }
}

function NumberField(props: {
  readonly label: string
  readonly value: number
  readonly least: number
  readonly most: number
  readonly onValue: (value: number) => void
}) {
  const { label, value, least, most, onValue } = props
  const within = (text: string) => Math.max(least, Math.min(most, Number(text)))
  const { setTyped, ...field } = useTyped(String(value), (text) => {
    if (text !== '' && within(text) !== value) onValue(within(text))
  })
  return (
    <label className="meta">
      {label}
      <input
        className="field field-small numbers"
        type="number"
        min={least}
        max={most}
        {...field}
        onChange={({ currentTarget: { value: text } }) => {
          setTyped(text)
          if (text !== '' && within(text) === Number(text)) onValue(Number(text))
        }}
      />
    </label>
  )
}

/** The server rejects tabs, which pasted text may contain. */
const labelOf = (typed: string): string => typed.replace(/\p{Cc}/gu, ' ').trim()

/** Local state lets an input method compose. */
function LabelField({ box, onChange }: OneProps & { readonly box: FieldPiece }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(box.label)
  const shown = labelOf(typed) === box.label ? typed : box.label
  return (
    <label className="meta">
      {t('compose.label')}
      <input
        className="field field-small"
        maxLength={LIMITS.boxLabel}
        placeholder={t('compose.labelHint')}
        value={shown}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          onChange([{ ...box, label: labelOf(value) }], `label ${box.id}`)
        }}
      />
    </label>
  )
}

function NoteFields({ note, onChange }: OneProps & { readonly note: NotePiece }) {
  const { t } = useTranslation()
  const id = useId()
  const problem = useLettersProblem()(note.text)
  return (
    <>
      <label className="meta" htmlFor={id}>
        {t('compose.text')}
      </label>
      <textarea
        id={id}
        className="field note-field"
        maxLength={LIMITS.boxText}
        value={note.text}
        aria-invalid={problem !== ''}
        aria-describedby={`${id}-problem`}
        onChange={({ currentTarget: { value } }) =>
          onChange([{ ...note, text: value }], `note ${note.id}`)
        }
      />
      <p id={`${id}-problem`} className="problem" role="alert">
        {problem}
      </p>
      <NumberField
        label={t('compose.size')}
        value={note.size}
        least={4}
        most={200}
        onValue={(size) => onChange([{ ...note, size }], `size ${note.id}`)}
      />
      <ColorField chosen={note.color} onChoose={(color) => onChange([{ ...note, color }])} />
    </>
  )
}

function StrokeFields({ stroke, onChange }: OneProps & { readonly stroke: StrokePiece }) {
  const { t } = useTranslation()
  return (
    <>
      <NumberField
        label={t('compose.thickness')}
        value={stroke.thickness}
        least={1}
        most={50}
        onValue={(thickness) => onChange([{ ...stroke, thickness }], `thickness ${stroke.id}`)}
      />
      <ColorField chosen={stroke.color} onChoose={(color) => onChange([{ ...stroke, color }])} />
    </>
  )
}
