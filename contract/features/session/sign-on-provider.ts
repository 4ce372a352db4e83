import { z } from 'zod'

/** The page explains the reason, which follows # in its address. */
export const SIGN_ON_FAULTS = [
  'busy',
  'browser',
  'unreachable',
  'setup',
  'denied',
  'provider',
  'issuer',
  'clock',
  'token',
] as const
export type SignOnFault = (typeof SIGN_ON_FAULTS)[number]

export const providerId = z.string().max(40)

export const signOnProvider = z.object({
  id: providerId,
  name: z.object({ ko: z.string(), en: z.string() }),
})
export type SignOnProvider = z.infer<typeof signOnProvider>
