import { z } from 'zod'
import type { InstallationSecrets } from '../installation-secrets.ts'

const target = z.object({ url: z.string(), secret: z.string() })

type Target = z.infer<typeof target>

const purposeOf = (webhookId: number): string => `webhook:${webhookId}`

/** An address may contain a secret. */
export const encryptTarget = (
  secrets: InstallationSecrets,
  webhookId: number,
  value: Target,
): Buffer => secrets.encrypt(purposeOf(webhookId), value)

export const openTarget = (
  secrets: InstallationSecrets,
  webhookId: number,
  encrypted: Buffer,
): Target => target.parse(secrets.open(purposeOf(webhookId), encrypted))
