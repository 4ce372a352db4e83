import type { Plugin } from 'vite'

/** Where the decision is made, and its first line. */
const FILE = '/server/access/policies.ts'
const DECISION = 'const policy = POLICIES[purpose]'

/**
 * Takes the gate away from one purpose: whoever asks is allowed all of it, unmarked. For the test that proves that this is noticed.
 * @param purpose undefined: nothing is changed.
 * @throws Error where the decision is not found in its file any more.
 */
export function ungated(purpose: string | undefined): Plugin {
  return {
    name: 'sealroom-ungated',
    enforce: 'pre',
    transform(code, id) {
      if (purpose === undefined || !id.endsWith(FILE)) return undefined
      if (!code.includes(DECISION)) throw new Error(`the decision is not found in ${FILE}`)
      return code.replace(DECISION, `if (purpose === ${JSON.stringify(purpose)}) return UNMARKED\n  ${DECISION}`)
    },
  }
}
