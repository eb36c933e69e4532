import type { Kernel } from '@latchkey/kernel'
import type { KernelElement } from '@latchkey/ui-react/elements'
import 'solid-js'

declare module 'solid-js' {
  namespace JSX {
    interface ExplicitProperties {
      kernel: Kernel
    }
    interface IntrinsicElements {
      'latchkey-button': HTMLAttributes<KernelElement>
    }
  }
}
