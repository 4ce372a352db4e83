import './inspect-document.test.ts'
