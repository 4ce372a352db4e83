import './view-document.test.ts'
