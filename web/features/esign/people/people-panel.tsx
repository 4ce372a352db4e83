import './people.css'
import { ChevronUp, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { addDocInfo, removeDocInfo } from '../../../../contract/features/compose.ts'
import type {
  Participant,
  ParticipantType,
  Template,
} from '../../../../contract/features/composed.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/field/select-field.tsx'
import { Chip } from '../../../ui/list/chip.tsx'
import { isField, type Pieces } from '../editor/pieces/pieces.ts'
import { colorOf } from '../person-colors.ts'
import { useTypeName } from '../status-words.tsx'
import { useComposing } from '../use-composing.ts'
import { type NewPerson, PersonDialog, personOf } from './person-dialog.tsx'
import { isSequential, orderAfter, reordered, turnOf } from './signing-order.ts'

interface PeoplePanelProps {
  readonly roomId: number
  readonly template: Template
  readonly pieces: Pieces
  readonly chosen: number | null
  readonly isLocked: boolean
  readonly onChoose: (participant: number) => void
  readonly onChange: (calls: () => Promise<unknown>) => Promise<boolean>
}

type ParticipantChange = { readonly person: Participant | NewPerson; readonly order: number }

function usePeople({ template, onChange }: Pick<PeoplePanelProps, 'template' | 'onChange'>) {
  const { api, alertError } = useComposing()
  const { templateId } = template
  const [isBusy, setBusy] = useState(false)
  const run = async (calls: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true)
    try {
      return await onChange(calls)
    } catch (error) {
      await alertError(error)
      return false
    } finally {
      setBusy(false)
    }
  }
  const put = ({ person: { name, email, type }, order }: ParticipantChange) =>
    api.call(addDocInfo, { body: { templateId, type, participants: [{ name, email, order }] } })
  return {
    isBusy,
    remove: (participant: number) =>
      run(() => api.call(removeDocInfo, { body: { templateId, participant } })),
    put: (changes: readonly ParticipantChange[]) =>
      run(async () => {
        for (const change of changes) await put(change)
      }),
  }
}

export function PeoplePanel(props: PeoplePanelProps) {
  const { roomId, template, pieces, chosen, isLocked, onChoose } = props
  const { t } = useTranslation()
  const { participants } = template
  const people = usePeople(props)
  const { dialogs } = useComposing()
  const [isAdding, setAdding] = useState(false)
  const acting = participants.filter(({ type }) => type !== 'CC')
  const boxes = (id: number) =>
    pieces.filter((piece) => isField(piece) && piece.participant === id).length
  const remove = async ({ id, name }: Participant) => {
    const count = boxes(id)
    const detail = count === 0 ? {} : { detail: t('compose.boxesOfNobody', { count }) }
    const text = t('compose.removePersonAsk', { name })
    const isSure = await dialogs.confirm({
      tone: 'check',
      text,
      ...detail,
      confirmLabel: t('compose.takeOut'),
      isDangerous: true,
    })
    if (isSure) await people.remove(id)
  }
  return (
    <section className="people" aria-label={t('compose.participants')}>
      <h2 className="meta">{t('compose.participants')}</h2>
      {participants.length === 0 && <p className="meta">{t('compose.noPeople')}</p>}
      <ul className="people-list">
        {participants.map((person, index) => (
          <PersonRow
            key={person.id}
            person={person}
            color={person.type === 'SIGNER' ? colorOf(participants, person.id) : 0}
            boxes={boxes(person.id)}
            turn={turnOf(participants, person)}
            isChosen={person.id === chosen}
            isLocked={isLocked || people.isBusy}
            onChoose={() => onChoose(person.id)}
            onUp={
              index > 0 && isSequential(participants) && person.type !== 'CC'
                ? () => void people.put(reordered(participants, person.id))
                : undefined
            }
            onRemove={() => void remove(person)}
          />
        ))}
      </ul>
      {acting.length > 1 && !isLocked && (
        <SelectField
          label={t('compose.sequence')}
          options={[
            { id: 'parallel', label: t('compose.parallel') },
            { id: 'sequential', label: t('compose.sequential') },
          ]}
          chosen={isSequential(participants) ? 'sequential' : 'parallel'}
          onChoose={(order) =>
            void people.put(
              acting.map((person, index) => ({
                person,
                order: order === 'sequential' ? index + 1 : 1,
              })),
            )
          }
        />
      )}
      {!isLocked && (
        <Button
          variant="quiet"
          size="small"
          icon={Plus}
          isBusy={people.isBusy}
          onClick={() => setAdding(true)}
        >
          {t('compose.addPerson')}
        </Button>
      )}
      {isAdding && (
        <PersonDialog
          roomId={roomId}
          known={participants}
          onClose={() => setAdding(false)}
          onAdd={(added) =>
            people.put(
              added.map((person, index) => ({
                person,
                order:
                  personOf(participants, person.email)?.order ?? orderAfter(participants, index),
              })),
            )
          }
        />
      )}
    </section>
  )
}

interface PersonRowProps {
  readonly person: Participant
  readonly color: number
  readonly boxes: number
  readonly turn: number | undefined
  readonly isChosen: boolean
  readonly isLocked: boolean
  readonly onChoose: () => void
  readonly onUp: (() => void) | undefined
  readonly onRemove: () => void
}

function PersonRow({
  person,
  color,
  boxes,
  turn,
  isChosen,
  isLocked,
  onChoose,
  onUp,
  onRemove,
}: PersonRowProps) {
  const { t } = useTranslation()
  const typeName = useTypeName()
  const type: ParticipantType = person.type
  const face = (
    <>
      {turn !== undefined && <span className="numbers meta">{turn}</span>}
      <span className="person-words">
        <span className="person-name">{person.name}</span>
        <span className="meta ellipsis">{person.email}</span>
      </span>
    </>
  )
  return (
    <li className="person" data-person={color}>
      {type === 'SIGNER' && !isLocked ? (
        <button type="button" className="person-face" aria-pressed={isChosen} onClick={onChoose}>
          {face}
        </button>
      ) : (
        <span className="person-face">{face}</span>
      )}
      <Chip text={type === 'SIGNER' ? t('compose.boxes', { count: boxes }) : typeName(type)} />
      {!isLocked && (
        <span className="person-tools">
          {onUp && (
            <IconButton
              icon={ChevronUp}
              size="small"
              label={t('compose.orderUp', { name: person.name })}
              onClick={onUp}
            />
          )}
          <IconButton
            icon={X}
            size="small"
            label={t('compose.removePerson', { name: person.name })}
            onClick={onRemove}
          />
        </span>
      )}
    </li>
  )
}
