import '../../../ui/field/field.css'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import {
  rules as rulesCall,
  type StepRules,
  updateRules,
} from '../../../../contract/features/session/second-step.ts'
import type { Api } from '../../../lib/api/api.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Choice } from '../../../ui/field/choice.tsx'
import { useBusy } from '../../../ui/state/busy.tsx'
import { useToast } from '../../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'

const rulesQuery = (api: Api, roomId: number) =>
  queryOptions({
    queryKey: ['room', roomId, 'stepRules'],
    refetchOnMount: 'always',
    queryFn: ({ signal }) =>
      api.call(rulesCall, { params: { roomId: String(roomId) } }, { signal }),
  })

interface StepRulesSettingsProps {
  readonly roomId: number
  readonly hasSecondStep: boolean
}

export function StepRulesSettings({ roomId, hasSecondStep }: StepRulesSettingsProps) {
  const { t } = useTranslation()
  const api = useApi()
  const query = useQuery(rulesQuery(api, roomId))
  const rules = query.data
  if (!rules || !query.isFetchedAfterMount) return null
  const ranges = rules.networks.pin.length + rules.networks.signOn.length
  return (
    <li>
      <details className="step-rules-more">
        <summary>
          <ChevronDown />
          <span>
            {t('stepRules.title')}
            <span className="meta">
              {t(`stepRules.short_${rules.proofs}`)},{' '}
              {ranges === 0 ? t('stepRules.anywhere') : t('stepRules.ranges', { count: ranges })}
            </span>
          </span>
        </summary>
        <RulesForm key={JSON.stringify(rules)} {...{ roomId, rules, hasSecondStep }} />
      </details>
    </li>
  )
}

const rangesIn = (text: string): string[] => text.split(/[\s,;]+/).filter((each) => each !== '')

function RulesForm({
  roomId,
  rules,
  hasSecondStep,
}: StepRulesSettingsProps & { readonly rules: StepRules }) {
  const { t } = useTranslation()
  const api = useApi()
  const id = useId()
  const block = useBusy()
  const toast = useToast()
  const queries = useQueryClient()
  const alertError = useErrorAlert()
  const [proofs, setProofs] = useState(rules.proofs)
  const [pin, setPin] = useState(rules.networks.pin.join('\n'))
  const [signOn, setSignOn] = useState(rules.networks.signOn.join('\n'))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const changed = { proofs, networks: { pin: rangesIn(pin), signOn: rangesIn(signOn) } }
    try {
      await block(api.call(updateRules, { body: { id: roomId, rules: changed } }))
      toast(t('stepRules.saved'))
      await queries.invalidateQueries({ queryKey: rulesQuery(api, roomId).queryKey })
    } catch (error) {
      await alertError(error)
    }
  }
  return (
    <form className="step-rules" noValidate onSubmit={(event) => void submit(event)}>
      <fieldset className="choices">
        <legend>{t('stepRules.proofs')}</legend>
        {(['any', 'strong'] as const).map((each) => (
          <Choice
            key={each}
            type="radio"
            name={`${id}-proofs`}
            isChosen={proofs === each}
            onChange={() => setProofs(each)}
          >
            {t(`stepRules.proofs_${each}`)}
          </Choice>
        ))}
        {!hasSecondStep && <p className="meta">{t('stepRules.needsStep')}</p>}
      </fieldset>
      <Ranges label={t('stepRules.pin')} helpId={`${id}-help`} value={pin} onValue={setPin} />
      <Ranges
        label={t('stepRules.signOn')}
        helpId={`${id}-help`}
        value={signOn}
        onValue={setSignOn}
      />
      <p id={`${id}-help`} className="meta">
        {t('stepRules.networksHelp')}
      </p>
      <Button type="submit">{t('stepRules.save')}</Button>
    </form>
  )
}

interface RangesProps {
  readonly label: string
  readonly helpId: string
  readonly value: string
  readonly onValue: (value: string) => void
}

function Ranges({ label, helpId, value, onValue }: RangesProps) {
  return (
    <label className="meta">
      {label}
      <textarea
        className="field numbers"
        rows={2}
        spellCheck={false}
        aria-describedby={helpId}
        value={value}
        onChange={({ currentTarget }) => onValue(currentTarget.value)}
      />
    </label>
  )
}
