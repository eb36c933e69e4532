import type { Texts } from './en.js'

export const es: Texts = {
  'approve.site': 'Sitio web',
  'approve.name': 'Se llama a sí mismo',
  'approve.account': 'Cuenta',
  'approve.network': 'Red',
  'approve.fee': 'Comisión de red máxima',
  'approve.missing': 'Falta',
  'approve.approve': 'Aprobar',
  'approve.reject': 'Rechazar',
  'approve.unreadable': 'Solicitud ilegible',
  'approve.incomplete':
    'Esta solicitud no se pudo leer entera. Apruébala solo si confías en el sitio.',
  'approve.raw': 'Todo lo que se firma',
  'approve.wait': 'El botón funciona cuando toda la tarjeta ha estado visible un momento.',
  'approve.scroll': 'Desplázate hasta el final para aprobar.',
  'approve.signing': 'Firmando…',
  'approve.window': 'Revisar en una ventana',
  'approve.windowWhy':
    'Este navegador no puede saber si algo tapa esta solicitud. Léela en una ventana propia.',
  'approve.windowOpen': 'Termina en la ventana que se ha abierto.',
  'approve.blocked': 'La ventana se bloqueó. Permítela e inténtalo de nuevo.',
  'approve.retry': 'Comprobar de nuevo',
  'approve.close': 'Cerrar',
  'approve.outcome': 'Qué ocurre',
  'approve.leaves': 'Sale de tu cuenta',
  'approve.arrives': 'Llega a tu cuenta',
  'approve.nothing': 'Salvo la comisión, no sale ni llega nada.',
  'approve.partly': 'Esta red no ha podido mostrar todo lo que se mueve.',
  'approve.wouldFail': 'Esto fallaría. Se perdería la comisión de red.',
  'approve.lacks': 'La cuenta no tiene suficiente para esto.',
  'approve.changed': 'Algo ha cambiado desde entonces. Léelo otra vez.',
  'approve.sameNumber':
    'Una transacción firmada antes tiene el mismo número. Solo se ejecutará una de las dos.',
  'approve.bothAccounts':
    'Aquí no se nombra tu cuenta. Tu firma vale para tus dos direcciones, la de la cuenta estándar y la de la cuenta inteligente.',
  'node.network': 'La red no responde. Inténtalo de nuevo.',
  'node.network_busy': 'La red está saturada. Inténtalo en un momento.',
  'node.transaction_replaced': 'Otra transacción de esta cuenta ocupó su lugar.',
  'node.transaction_underpriced':
    'La comisión es demasiado baja: la red pide ahora más, u otra transacción espera en su lugar.',
  'node.insufficient_funds': 'La cuenta no tiene suficiente para el importe y la comisión de red.',
  'node.transaction_expired':
    'La transacción es demasiado antigua. El sitio web debe pedirla de nuevo.',
  'node.transaction_unknown':
    'La transacción se firmó y la red no dijo si la tiene. Aún puede ejecutarse.',
  'approve.notKept':
    'Este navegador no guarda nada ahora. Tras recargar no conocerá esta operación: no la envíe dos veces.',
  'approve.payer': 'Paga',
  'approve.payerAccount': 'Su cuenta',
  'node.bundler':
    'Nadie acepta ahora operaciones de cuentas inteligentes en esta red. Use su cuenta estándar o inténtelo más tarde.',
  'node.bundler_refused':
    'La operación fue rechazada. Todavía puede ejecutarse, hasta que se ejecute otra de su cuenta.',
  'node.earlier_carried_out':
    'Se ejecutó una operación anterior de su cuenta en lugar de esta. Revísela antes de intentarlo de nuevo.',
  'node.operation_pending':
    'La operación se envió y aún no está en ningún bloque. Todavía puede ejecutarse.',
  'node.operation_failed': 'La operación falló. La tarifa de red se pagó.',
  'node.operation_replaced': 'Otra operación de su cuenta ocupó su lugar.',
  'node.gas_beyond_bounds': 'La operación costaría más de lo permitido.',
  'node.paymaster_refused': 'El servicio que paga las operaciones dio una respuesta no permitida.',
  'recovery.choose': 'Elige cómo recuperar tu monedero',
  'recovery.why':
    'Si este navegador olvida tu monedero, solo esto lo abre de nuevo. Nadie puede restablecerlo.',
  'recovery.passkey': 'Usar una llave de acceso',
  'recovery.password': 'Usar una contraseña',
  'recovery.kit': 'Guardar un código de recuperación',
  'recovery.newPassword': 'Contraseña de 10 caracteres o más',
  'recovery.showPassword': 'Mostrar la contraseña',
  'recovery.kitKeep': 'Guarda este código donde solo tú lo encuentres. Se muestra una vez.',
  'recovery.kitKept': 'Lo he guardado',
  'recovery.open': 'Abre tu monedero',
  'recovery.openWhy': 'Este navegador aún no tiene tu monedero.',
  'recovery.enterPassword': 'Tu contraseña',
  'recovery.enterKit': 'Tu código de recuperación',
  'recovery.continue': 'Continuar',
  'frame.working': 'Un momento…',
  'frame.offline': 'No tienes conexión. Esto sigue cuando vuelva.',
  'frame.failed': 'No ha funcionado. Inténtalo de nuevo.',
  'approve.unused': 'Ha cambiado un límite. Pulse «Usar estos límites» antes de aprobar.',
  'node.grant_refused': 'Este permiso ya no se puede conceder. El sitio web debe pedirlo de nuevo.',
  'approve.grantNotKept':
    'Este navegador no guarda nada ahora. Tras recargar la página, esta billetera ya no mostrará el permiso.',
}
