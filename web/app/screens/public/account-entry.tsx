import { useLocation } from '@tanstack/react-router'
import { SignOnButtons } from '../../../features/sign-on/index.ts'
import { keepPlace } from '../../kept-place.ts'

/** The place of a link waits in this tab until the provider leads back. */
export function AccountEntry() {
  const wanted = useLocation({ select: ({ state }) => state.wanted })
  return <SignOnButtons onLeave={() => keepPlace('tab', wanted)} />
}
