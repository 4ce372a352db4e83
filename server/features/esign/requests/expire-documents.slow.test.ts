import './expire-documents.test.ts'
