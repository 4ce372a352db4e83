import { createContext, useContext } from 'react'
import type { Api } from './api.ts'
import { ApiError } from './api-error.ts'
import { useTranslation } from './i18n.ts'

const ApiContext = createContext<Api | undefined>(undefined)

export const ApiProvider = ApiContext.Provider

/** The operations of the server. */
export function useApi(): Api {
  const api = useContext(ApiContext)
  if (!api) throw new Error('useApi outside of ApiProvider')
  return api
}

/** The text to show for whatever was thrown. */
export function useErrorText(): (error: unknown) => string {
  const { t } = useTranslation()
  return (error) => (error instanceof ApiError ? error.text : t('network.failed'))
}
