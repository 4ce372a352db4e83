import './fetch-archive.test.ts'
