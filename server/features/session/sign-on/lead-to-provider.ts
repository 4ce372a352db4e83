import type { FastifyRequest } from 'fastify'
import type { Language } from '../../../../contract/core/language.ts'
import type { SignOnFault } from '../../../../contract/features/session/sign-on-provider.ts'
import type { Redirect } from '../../../platform/http/mount.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { type Destination, SIGN_ON_ROUTES } from './destinations.ts'
import { stateCookie } from './sign-on-cookies.ts'
import { type SignOnParts, startSignOn } from './start-sign-on.ts'

/** Foreign images and frames would use up the network's limit. @throws Refusal BAD_REQUEST */
export function refuseParts({ headers }: FastifyRequest): void {
  const destination = headers['sec-fetch-dest']
  if (destination !== undefined && destination !== 'document') throw new Refusal('BAD_REQUEST')
}

interface Failed {
  readonly fault: SignOnFault
  readonly destination: Destination
}

export const failedAt = (
  { publicUrl }: Pick<SignOnParts, 'publicUrl'>,
  { fault, destination }: Failed,
): Redirect => ({
  location: `${publicUrl}${SIGN_ON_ROUTES[destination].page}#${fault}`,
})

export interface From {
  readonly request: FastifyRequest
  readonly destination: Destination
  readonly address: string
  readonly language: Language
}

/** @throws Refusal NOT_FOUND; BAD_REQUEST unless it opens a page. */
export async function leadToProvider(
  parts: SignOnParts,
  id: string,
  from: From,
): Promise<Redirect> {
  refuseParts(from.request)
  const begun = await startSignOn(parts, id, from)
  return 'fault' in begun
    ? failedAt(parts, begun)
    : { location: begun.location, cookies: [stateCookie(begun.cookie, parts.publicUrl)] }
}
