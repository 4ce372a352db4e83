import './first-steps.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, X } from 'lucide-react'
import { list } from '../../../contract/features/history.ts'
import { useApi } from '../../lib/api/api-context.ts'
import type { TextKey } from '../../lib/i18n.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { buttonClass, IconButton } from '../../ui/button.tsx'
import { useClosedGuides } from './closed-query.ts'
import { type GuideStep, STEPS, stepsTaken } from './steps.ts'

interface FirstStepsProps {
  readonly roomId: number
  readonly userId: number
  readonly files: number
  readonly users: number
}

interface StepContent {
  readonly title: TextKey
  readonly text: TextKey
  readonly action: TextKey
  readonly to: '/admin/upload' | '/admin/invitation'
}

const CONTENTS: Readonly<Record<GuideStep, StepContent>> = {
  upload: {
    title: 'guide.stepUpload',
    text: 'guide.stepUploadText',
    action: 'guide.stepUploadGo',
    to: '/admin/upload',
  },
  invite: {
    title: 'guide.stepInvite',
    text: 'guide.stepInviteText',
    action: 'guide.stepInviteGo',
    to: '/admin/invitation',
  },
  check: {
    title: 'guide.stepCheck',
    text: 'guide.stepCheckText',
    action: 'guide.stepCheckGo',
    to: '/admin/invitation',
  },
}

function useViews(roomId: number, userId: number, enabled: boolean): number | undefined {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['first-steps', roomId, userId],
    enabled,
    refetchOnMount: 'always',
    queryFn: async ({ signal }) => {
      const query = { roomUserId: String(userId), type: 'viewAs', limit: '1' } as const
      return (await api.call(list, { params: { roomId: String(roomId) }, query }, { signal })).total
    },
  })
  return data
}

export function FirstSteps({ roomId, userId, files, users }: FirstStepsProps) {
  const { t } = useTranslation()
  const { closed, close } = useClosedGuides(true)
  const isWanted = closed !== undefined && !closed.includes('firstSteps')
  const views = useViews(roomId, userId, isWanted)
  if (!isWanted || views === undefined) return null
  const taken = stepsTaken({ files, users, views })
  const next = STEPS.find((step) => !taken.includes(step))
  if (next === undefined) return null
  return (
    <section className="first-steps" aria-labelledby="first-steps-title">
      <div className="first-steps-head">
        <h2 id="first-steps-title">{t('guide.steps')}</h2>
        <span className="meta numbers" role="status">
          {t('guide.stepsDone', { done: taken.length, total: STEPS.length })}
        </span>
        <IconButton
          icon={X}
          size="small"
          label={t('guide.stepsClose')}
          tip={t('common.close')}
          onClick={() => close('firstSteps')}
        />
      </div>
      <ol>
        {STEPS.map((step, index) => (
          <StepRow
            key={step}
            step={step}
            number={index + 1}
            isTaken={taken.includes(step)}
            isNext={step === next}
          />
        ))}
      </ol>
    </section>
  )
}

interface StepRowProps {
  readonly step: GuideStep
  readonly number: number
  readonly isTaken: boolean
  readonly isNext: boolean
}

function StepRow({ step, number, isTaken, isNext }: StepRowProps) {
  const { t } = useTranslation()
  const { title, text, action, to } = CONTENTS[step]
  return (
    <li
      className="first-step"
      data-taken={isTaken || undefined}
      aria-current={isNext ? 'step' : undefined}
    >
      <span className="first-step-mark numbers" aria-hidden="true">
        {isTaken ? <Check /> : number}
      </span>
      <h3>
        {t(title)}
        {isTaken && <span className="hidden">{` (${t('guide.stepTaken')})`}</span>}
      </h3>
      <p>{t(text)}</p>
      {!isTaken && (
        <Link
          to={to}
          className={buttonClass({ variant: isNext ? 'primary' : 'plain', size: 'small' })}
        >
          {t(action)}
        </Link>
      )}
    </li>
  )
}
