import { useLeaveQuestion } from '../features/uploads/index.ts'
import { useHouse } from './house-context.ts'
import { useUploads } from './uploads-context.ts'

/** Ends the session; while files are on their way the person is asked first. */
export function useLogout(): () => Promise<void> {
  const { leave } = useHouse()
  const mayLeave = useLeaveQuestion(useUploads())
  return async () => {
    if (await mayLeave()) leave()
  }
}
