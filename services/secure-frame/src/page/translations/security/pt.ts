import type { OwnTexts } from './en.js'

export const pt: OwnTexts = {
  'security.title': 'Segurança da sua carteira',
  'security.cancel': 'Cancelar',
  'security.back': 'Voltar',
  'security.close': 'Fechar',
  'security.done': 'Concluído',
  'security.retry': 'Tentar de novo',
  'security.otherWay': 'Outro modo',
  'security.recovery': 'Recuperação',
  'security.devices': 'Dispositivos',
  'security.home': 'Este navegador',
  'security.words': 'As suas 24 palavras',
  'security.everywhere': 'Sair em todos os lugares',
  'security.everywhereWhy': 'Isto termina a sessão em todos os seus dispositivos, também neste.',
  'security.delete': 'Excluir a conta',
  'security.deleteWhy':
    'Isto exclui a sua conta e o que aqui se guarda da sua carteira. Não pode ser desfeito.',
  'security.deleteWords':
    'Depois, o que está na carteira só se alcança com as 24 palavras. Exporte-as antes.',
  'security.deleteNow': 'Excluir para sempre',
  'security.change': 'Mudar a recuperação',
  'security.changeWhy':
    'Depois de uma mudança, a recuperação anterior não abre nada e os seus outros dispositivos pedem a nova.',
  'security.takeOver': 'Assumir a carteira',
  'security.takeOverWhy':
    'Você pode guardar a recuperação. A parte deste serviço é então excluída e ele já não pode ajudar.',
  'security.recoveryDone': 'A recuperação foi mudada. As partes anteriores foram excluídas.',
  'recovery.kept.automatic': 'Este serviço guarda a sua recuperação.',
  'recovery.kept.passkey': 'Você recupera com uma chave de acesso.',
  'recovery.kept.password': 'Você recupera com uma senha.',
  'recovery.kept.kit': 'Você recupera com um código de recuperação.',
  'recovery.none': 'A sua carteira ainda não tem recuperação.',
  'recovery.kitSave': 'Salvar ou imprimir',
  'recovery.kitFile': 'Salvar como arquivo',
  'recovery.kitPrint': 'Imprimir',
  'recovery.other': 'Recuperar a carteira',
  'recovery.window': 'Procurar numa janela',
  'confirm.title': 'É você?',
  'confirm.why': 'Isto precisa de uma nova entrada. Enviamos um código para {email}.',
  'confirm.send': 'Enviar o código',
  'confirm.sent': 'Enviamos um código para {email}.',
  'confirm.code': 'Código do e-mail',
  'confirm.again': 'Enviar outro código',
  'confirm.another': 'Outro e-mail está a caminho. O que havia no anterior não vale mais.',
  'confirm.whyProvider': 'Isto exige entrar de novo. Uma janela do provedor se abre.',
  'confirm.whyEither':
    'Isto exige entrar de novo. Enviamos um código para {email} ou uma janela do provedor se abre.',
  'confirm.with': 'Entrar com {provider}',
  'security.signIns': 'Formas de entrar',
  'signIns.email': 'E-mail',
  'signIns.add': 'Adicionar {provider}',
  'signIns.addWhy': 'Quem entrar assim passa a abrir esta carteira.',
  'signIns.address': 'Endereço de e-mail',
  'signIns.added': 'A partir de agora abre a sua carteira.',
  'signIns.remove': 'Remover a forma de entrar',
  'signIns.removeNow': 'Remover',
  'signIns.removeWhy':
    'Deixa de abrir esta carteira. As sessões que abriu terminam, também a deste navegador se foi ela.',
  'signIns.removed': 'A forma de entrar foi removida.',
  'signIns.only': 'É a sua única forma de entrar. Adicione outra antes.',
  'signIns.addressStays': 'Este endereço pode ser alterado, mas não removido.',
  'link.title': 'Você já tem uma carteira com este endereço',
  'link.ask': 'Abri-la também com {provider}?',
  'link.askEmail': 'Abri-la também com este endereço de e-mail?',
  'link.yes': 'Sim, é minha',
  'link.no': 'Não, criar uma carteira nova',
  'link.prove': 'Mostre que é sua',
  'link.byProvider': 'Entre como antes. Abre-se uma janela do provedor.',
  'link.sentLink': 'Enviamos um link para {email}. Abra-o e digite o código que a página mostra.',
  'devices.this': 'Este dispositivo, usado pela última vez {time}',
  'devices.seen': 'Último uso {time}',
  'devices.remove': 'Remover o dispositivo',
  'devices.removeWhy':
    'A sessão dele termina e o que ele guarda da sua carteira perde o ' +
    'valor. Os seus outros dispositivos recuperam uma vez.',
  'devices.recoveryFirst':
    'A sua carteira não tem recuperação e esse dispositivo pode ter a única parte. Escolha antes uma recuperação.',
  'devices.removed': 'O dispositivo foi removido. As partes anteriores foram excluídas.',
  'home.storage': 'A parte deste dispositivo está guardada neste navegador.',
  'home.unpartitioned':
    'A parte deste dispositivo está guardada neste navegador, para todos os sites.',
  'home.window':
    'A parte deste dispositivo está guardada neste navegador, numa janela deste serviço.',
  'home.service':
    'Este navegador não deixa o quadro guardar nada. Este serviço guarda a parte ' +
    'deste dispositivo, selada por um cookie deste navegador.',
  'home.none':
    'O quadro não encontra nenhuma parte neste navegador. Ela será pedida no próximo uso.',
  'home.move': 'Guardar numa janela',
  'words.why':
    'Com estas palavras qualquer aplicativo de carteira abre as suas ' +
    'contas. Anote-as e guarde-as onde só você as encontre.',
  'words.warning': 'Quem lê estas palavras pode levar tudo. Ninguém que o ajude pede por elas.',
  'words.show': 'Mostrar as palavras',
  'words.copy': 'Copiar as palavras',
  'words.copyWarning':
    'Outros aplicativos e sites podem ler o que você copia. Anotar é mais seguro.',
  'words.copyNow': 'Copiar mesmo assim',
  'words.copied': 'Copiado. Esvazie a área de transferência depois de colar as palavras.',
  'error.recovery_wrong': 'Isto não abre a carteira. Verifique e tente de novo.',
  'error.password_short': 'A senha é curta demais.',
  'error.passkey_unsupported':
    'Este navegador ou esta chave não consegue fazer isso. Escolha outro modo.',
  'error.wallet_closed':
    'Este navegador não tem a sua carteira e não pode recuperá-la. Use o navegador em que ela foi criada.',
  'error.key_mismatch': 'Estas partes não dão a sua carteira, por isso nada é assinado.',
  'error.unreachable': 'O serviço da carteira não pode ser alcançado. Tente de novo.',
  'error.rate_limited': 'Foram demais. Tente mais tarde.',
  'error.wait': 'Foram demais. Tente de novo em {wait}.',
  'error.code_wrong': 'Este código está errado ou expirou.',
  'error.denied': 'O acesso foi recusado no provedor.',
  'error.provider_failed': 'O provedor não respondeu como devia. Tente de novo.',
  'error.expired': 'O tempo para este acesso terminou. Comece de novo.',
  'error.other_person':
    'O provedor indicou outra pessoa. Entre lá como a pessoa a quem esta carteira pertence.',
  'error.sealed': 'O serviço da carteira não consegue abrir a parte dele agora. Tente mais tarde.',
  'error.keeper': 'Agora não é possível abrir sua carteira. Tente de novo em instantes.',
  'error.conflict': 'A carteira foi mudada em outro dispositivo. Tente de novo.',
  'error.window_blocked': 'A janela foi bloqueada. Permita-a e tente de novo.',
  'error.not_in_window': 'Este navegador não guarda nenhuma parte da carteira.',
  'error.sign_in_taken':
    'Esta forma de entrar abre outra carteira. Entre lá com ela e remova-a, ou use outra.',
  'error.has_kind': 'Esta carteira já tem uma forma de entrar desse tipo. Remova-a antes.',
  'error.last_sign_in': 'É a única forma de entrar nesta carteira.',
  'error.fresh': 'Isto exige entrar de novo. Volte atrás e comece outra vez.',
  'error.changed':
    'O endereço desta carteira foi alterado. Isto volta a ser possível 72 horas após a alteração.',
  'error.email_taken': 'Este endereço tem uma carteira própria. Use outro.',
  'error.email': 'Isto não é um endereço de e-mail.',
  'error.mail_failed': 'O e-mail não pôde ser enviado. Tente de novo.',
}
