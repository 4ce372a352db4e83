import type { Api } from '../../../lib/api/api.ts'
import { type Around, type Caller, serverPorts } from './server-ports.ts'
import type { UploadPorts } from './upload-ports.ts'

/** Drop folders receive each file in its own request and name. */
export const submissionPorts = (api: Api, caller: Caller, around: Around): UploadPorts => ({
  ...serverPorts(api, caller, around),
  submits: true,
  taken: async () => [],
})
