import './watermark-pool.test.ts'
