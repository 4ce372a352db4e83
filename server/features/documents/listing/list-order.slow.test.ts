import './list-order.test.ts'
