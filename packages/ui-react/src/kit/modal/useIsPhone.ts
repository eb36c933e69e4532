import { usePorts } from '../../context.js'
import { useObservable } from '../../useObservable.js'

/**
 * Whether the kernel's options say that this is a phone, where a button that opens an app comes
 * before a QR code.
 */
export const useIsPhone = (): boolean => useObservable(usePorts().options).mobile
