import { useEffect, useRef, useState } from 'react'
import { signOnByAccount } from '../../../contract/features/console/console-session.ts'
import { useApi, useErrorText } from '../../lib/api/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useToast } from '../../ui/state/toasts.tsx'
import { type Arrival, bearer, keepBearer } from '../console-session.ts'

interface Arrived {
  readonly isExchanging: boolean
  readonly problem: string
  readonly setProblem: (problem: string) => void
}

/** A delayed exchange could sign somebody else on after a sign-off, so it runs once, immediately. */
export function useArrival(arrival: Arrival | undefined): Arrived {
  const api = useApi()
  const errorText = useErrorText()
  const { t } = useTranslation()
  const toast = useToast()
  const [isExchanging, setExchanging] = useState(arrival === 'signed-on')
  const [problem, setProblem] = useState('')
  const fail = useRef((text: string) => (bearer() === undefined ? setProblem(text) : toast(text)))
  const texts = useRef({ t, errorText })
  const isTaken = useRef(false)
  useEffect(() => {
    if (arrival === undefined || isTaken.current) return
    isTaken.current = true
    if (arrival !== 'signed-on') return fail.current(texts.current.t(`console.fault_${arrival}`))
    api
      .call(signOnByAccount, {})
      .then(({ token }) => keepBearer(token))
      .catch((error: unknown) => fail.current(texts.current.errorText(error)))
      .finally(() => setExchanging(false))
  }, [api, arrival])
  return { isExchanging, problem, setProblem }
}
