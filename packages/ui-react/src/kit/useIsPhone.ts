import { usePorts } from '../session/context.js'
import { useObservable } from '../useObservable.js'

/** Whether this is a phone, by the kernel's options: what opens an app stands before what another device has to read. */
export const useIsPhone = (): boolean => useObservable(usePorts().options).mobile
