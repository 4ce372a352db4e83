import { useTranslation } from '../../../lib/i18n.ts'
import { SelectField } from '../../../ui/field/select-field.tsx'
import { useOpenRequests } from './expected-query.ts'

interface RequestFieldProps {
  readonly roomId: number
  readonly chosen: string | undefined
  readonly onChoose: (threadId: string | undefined) => void
}

const NONE = ''

export function RequestField({ roomId, chosen, onChoose }: RequestFieldProps) {
  const { t } = useTranslation()
  const { data: requests = [] } = useOpenRequests(roomId)
  const isUnlisted = chosen !== undefined && !requests.some(({ id }) => id === chosen)
  if (requests.length === 0 && !isUnlisted) return null
  const options = [
    { id: NONE, label: t('expected.noRequest') },
    ...(isUnlisted ? [{ id: chosen, label: t('expected.tied') }] : []),
    ...requests.map(({ id, number, title }) => ({ id, label: `${number} ${title}` })),
  ]
  return (
    <div className="expected-request">
      <SelectField
        label={t('expected.request')}
        options={options}
        chosen={chosen ?? NONE}
        onChoose={(id) => onChoose(id === NONE ? undefined : id)}
      />
      <p className="meta">{t('expected.requestHelp')}</p>
    </div>
  )
}
