export { OperatorGate } from './operator-gate.tsx'
