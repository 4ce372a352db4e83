import { Lock, LockKeyholeOpen, type LucideIcon, Snowflake } from 'lucide-react'
import { useRef } from 'react'
import type { MovablePhase } from '../../../contract/core/phase.ts'
import { move } from '../../../contract/features/ending.ts'
import { formatInstant } from '../../lib/format.ts'
import { type TextKey, useLanguage, useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/list/chip.tsx'
import type { Ending } from './ending-query.ts'
import { useEndingCalls } from './use-ending-calls.ts'

const STEPS = ['open', 'frozen', 'closed', 'destroyed'] as const
type ClosingStep = (typeof STEPS)[number]

interface PhaseMove {
  readonly to: MovablePhase
  readonly icon: LucideIcon
  readonly label: TextKey
  readonly ask: TextKey
  readonly effect: TextKey
}

const FREEZE: PhaseMove = {
  to: 'frozen',
  icon: Snowflake,
  label: 'ending.freeze',
  ask: 'ending.freezeAsk',
  effect: 'ending.freezeEffect',
}
const CLOSE: PhaseMove = {
  to: 'closed',
  icon: Lock,
  label: 'ending.close',
  ask: 'ending.closeAsk',
  effect: 'ending.closeEffect',
}
const reopen = (effect: TextKey): PhaseMove => ({
  to: 'open',
  icon: LockKeyholeOpen,
  label: 'ending.reopen',
  ask: 'ending.reopenAsk',
  effect,
})

const MOVES: Readonly<Record<MovablePhase, readonly PhaseMove[]>> = {
  open: [FREEZE, CLOSE],
  frozen: [reopen('ending.reopenFrozenEffect'), CLOSE],
  closed: [
    reopen('ending.reopenClosedEffect'),
    {
      ...FREEZE,
      label: 'ending.backToFrozen',
      ask: 'ending.backToFrozenAsk',
      effect: 'ending.backToFrozenEffect',
    },
  ],
}

const isMovable = (phase: Ending['phase']): phase is MovablePhase => phase in MOVES

interface PhaseSectionProps {
  readonly roomId: number
  readonly ending: Pick<Ending, 'phase' | 'phaseAt'>
}

export function PhaseSection({ roomId, ending: { phase, phaseAt } }: PhaseSectionProps) {
  const { t } = useTranslation()
  const place = useRef<HTMLElement>(null)
  const { api, dialogs, run } = useEndingCalls(roomId, place)
  const go = async ({ to, label, ask, effect }: PhaseMove) => {
    const question = {
      tone: 'check',
      text: t(ask),
      detail: <p className="modal-text meta">{t(effect)}</p>,
      confirmLabel: t(label),
      isDangerous: to === 'closed',
    } as const
    if (await dialogs.confirm(question))
      await run(() => api.call(move, { body: { id: roomId, phase: to } }), t(`ending.${to}Done`))
  }
  const at = isMovable(phase) ? STEPS.indexOf(phase) : STEPS.length
  return (
    <section ref={place} tabIndex={-1} className="ending-part" aria-labelledby="ending-phases">
      <h2 id="ending-phases">{t('ending.phases')}</h2>
      <ol className="phases">
        {STEPS.map((step, index) => (
          <PhaseStep
            key={step}
            step={step}
            place={index < at ? 'past' : index === at ? 'here' : 'ahead'}
            since={index === at ? phaseAt : null}
          />
        ))}
      </ol>
      <div className="ending-buttons">
        {isMovable(phase) &&
          MOVES[phase].map((phaseMove) => (
            <Button key={phaseMove.to} icon={phaseMove.icon} onClick={() => void go(phaseMove)}>
              {t(phaseMove.label)}
            </Button>
          ))}
      </div>
    </section>
  )
}

interface PhaseStepProps {
  readonly step: ClosingStep
  readonly place: 'past' | 'here' | 'ahead'
  readonly since: string | null
}

function PhaseStep({ step, place, since }: PhaseStepProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  return (
    <li className="phase" data-place={place} aria-current={place === 'here' ? 'step' : undefined}>
      <h3 className="phase-name">
        {t(`ending.${step}`)}
        {place === 'here' && (
          <Chip tone={step === 'open' ? 'ok' : 'warn'} text={t('ending.current')} />
        )}
      </h3>
      {since && (
        <p className="meta numbers">
          {t('ending.since', { date: formatInstant(since, language) })}
        </p>
      )}
      <dl className="phase-means">
        <dt>{t('ending.participants')}</dt>
        <dd>{t(`ending.${step}Participants`)}</dd>
        <dt>{t('ending.operators')}</dt>
        <dd>{t(`ending.${step}Operators`)}</dd>
      </dl>
    </li>
  )
}
