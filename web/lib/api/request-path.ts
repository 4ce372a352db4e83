import { BASE_PATH } from '../../../contract/core/base-path.ts'

type Values = Readonly<Record<string, string | number | undefined>>

export function requestPath(path: string, params: Values = {}, query: Values = {}): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`no value for :${name} in ${path}`)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value))
  }
  return `${BASE_PATH}${filled}${search.size > 0 ? `?${search}` : ''}`
}
