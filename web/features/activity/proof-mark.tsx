import { CircleDashed, ShieldCheck, TriangleAlert } from 'lucide-react'
import type { ProofState } from '../../../contract/features/history.ts'
import { useTranslation } from '../../lib/i18n.ts'

const DRAWINGS = { signed: ShieldCheck, waiting: CircleDashed, broken: TriangleAlert }

/** Whether an entry is as it was signed. Quiet as long as it is. */
export function ProofMark({ proof }: { readonly proof: ProofState }) {
  const { t } = useTranslation()
  const Drawing = DRAWINGS[proof]
  return (
    <span className={`proof proof-${proof}`} data-tip={t(`activity.${proof}Tip`)}>
      <Drawing aria-hidden="true" />
      <span className={proof === 'broken' ? undefined : 'hidden'}>{t(`activity.${proof}`)}</span>
    </span>
  )
}
