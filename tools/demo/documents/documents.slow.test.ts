import { describeDemoDocuments } from '../../test/demo-documents.ts'
import { DOCUMENTS } from './room-index.mjs'

describeDemoDocuments('all documents of the demo', DOCUMENTS)
