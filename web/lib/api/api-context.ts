import { createContext, useContext } from 'react'
import { useTranslation } from '../i18n.ts'
import type { Api } from './api.ts'
import { ApiError } from './api-error.ts'

export const ACT_PROGRESS = 'act-progress'

const ApiContext = createContext<Api | undefined>(undefined)

export const ApiProvider = ApiContext.Provider

export function useApi(): Api {
  const api = useContext(ApiContext)
  if (!api) throw new Error('useApi outside of ApiProvider')
  return api
}

export function useErrorText(): (error: unknown) => string {
  const { t } = useTranslation()
  return (error) => (error instanceof ApiError ? error.text : t('network.failed'))
}
