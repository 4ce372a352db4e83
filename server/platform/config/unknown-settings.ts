import { readSettings, SETTINGS, type Settings, SettingsError } from './settings.ts'

const OURS =
  /^(SEALROOM|SIGN|SMTP|CLAMD|RENDER|CONVERT|METRICS|STORAGE|FIRST_(ROOM|OPERATOR)|KEY_(DIR|BACKUP)|TRUST_PROXY|DATA_DIR|NOTIFY|OIDC|S3)_?/
/** Each can contradict a setting that may be right. */
const CONTRADICTING = [
  'STORAGE_URL',
  'OIDC_PROVIDERS',
  'OIDC_PROVIDERS_FILE',
  'SIGN_P12_PASSWORD',
  'SIGN_P12_PASSWORD_FILE',
  'SEALROOM_DEV',
  'METRICS_PORT',
]

interface UsableSettings {
  readonly settings: Settings
  readonly faults: readonly string[]
  readonly unknown: readonly string[]
}

type Environment = Readonly<Record<string, string | undefined>>

function readUsable(environment: Environment): UsableSettings {
  const known = new Set(Object.keys(SETTINGS))
  const unknown = Object.keys(environment).filter((name) => OURS.test(name) && !known.has(name))
  const faults: string[] = []
  let left = environment
  for (let tries = 0; ; tries += 1) {
    try {
      return { settings: readSettings(left), faults, unknown }
    } catch (error) {
      if (!(error instanceof SettingsError) || tries > 2) throw error
      if (tries === 0) faults.push(...error.faults)
      const wrong = [
        ...error.faults.map((fault) => fault.split(':')[0] ?? ''),
        ...(tries === 0 ? [] : CONTRADICTING),
      ]
      left = { ...left, ...Object.fromEntries(wrong.map((name) => [name, undefined])) }
    }
  }
}

export const usableSettingsOfProcess = (): UsableSettings => readUsable(process.env)
