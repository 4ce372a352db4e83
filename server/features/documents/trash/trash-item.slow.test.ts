import './trash-item.test.ts'
