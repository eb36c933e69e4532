import type { Catalogue } from '@latchkey/plugin-api'

export const es: Catalogue = {
  'errors.smart.bad_input': 'Una cuenta inteligente no puede realizar esta solicitud.',
  'errors.smart.limits_refused':
    'Este permiso no se puede limitar como se pidió. No se ha concedido nada.',
  'errors.smart.bundler_failed':
    'La red no acepta por ahora operaciones de cuentas inteligentes. Inténtelo más tarde o use su otra cuenta.',
  'errors.smart.gas_beyond_bounds':
    'La comisión solicitada es demasiado alta. No se ha enviado nada.',
  'errors.smart.paymaster_refused':
    'Quien iba a pagar la comisión pidió otra cosa. No se ha enviado nada.',
  'errors.smart.node_failed': 'No se puede consultar la red en este momento. Inténtelo de nuevo.',
}
