import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { paths } from '#client/paths.ts';
import { SCREENS } from '#client/screens.ts';
import { formatBytes } from '#client/ui/bytes.ts';
import { DropZone } from '#client/ui/drop-zone.tsx';
import { Empty } from '#client/ui/empty.tsx';
import { Page } from '#client/ui/page.tsx';
import { PageSkeleton } from '#client/ui/skeletons.tsx';
import type { App } from '#shared/apps/app.ts';
import type { CallResult } from '#shared/calls.ts';
import { t } from '#shared/languages/translate.ts';
import { roleDenialReason } from '#shared/members/member.ts';
import type { Version, VersionSummary } from '#shared/versions/version.ts';
import { findChosenPackage, forgetChosenPackage } from './chosen-package.ts';
import { Inspecting, UploadedVersion } from './inspection-result.tsx';
import { MultiUpload } from './multi-upload.tsx';
import { PACKAGE_KINDS, packageDenialReason, sameFileDenialReason } from './package-file.ts';
import { PreflightPanel } from './preflight-panel.tsx';
import { TransferPanel } from './transfer-panel.tsx';
import { UnfinishedUploads } from './unfinished-uploads.tsx';
import { UploadLeaveGuard } from './upload-leave-guard.tsx';
import { useTransfer } from './use-transfer.ts';

/** Uploads a version of an app; `?version=` continues an unfinished upload. */
export default function NewVersionPage() {
  const { appId = '' } = useParams();
  const { data, error, refetch } = useCallQuery('apps.get', { appId });
  const uploadDenialReason = data === undefined ? null : roleDenialReason(data.role, 'maintainer');
  if (data === undefined && error === null) return <PageSkeleton />;
  return (
    <Page
      title={SCREENS.newVersion.title}
      status={data?.app.applicationId}
      breadcrumbs={[
        { label: SCREENS.apps.title, href: paths.apps },
        ...(data ? [{ label: data.app.name, href: paths.app(appId) }] : []),
      ]}
    >
      {data === undefined ? (
        <CallErrorAlert error={error} onRetry={refetch} />
      ) : uploadDenialReason === null ? (
        <UploadSteps app={data.app} versions={data.versions} />
      ) : (
        <Empty picture="quay" title={uploadDenialReason} />
      )}
    </Page>
  );
}

/** Shows the current step (choose, check, upload, inspect, submit), by the version's status and the transfer. */
function UploadSteps({ app, versions }: { app: App; versions: readonly VersionSummary[] }) {
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const versionId = params.get('version');
  const [received, setReceived] = useState(false);
  const [several, setSeveral] = useState<readonly File[] | null>(null);
  const unfinished = versions.filter(({ status }) => status === 'uploading');
  const { transfer, start, pause, resume } = useTransfer(() => setReceived(true));
  const version = useCallQuery(
    'versions.get',
    { versionId: versionId ?? '' },
    { enabled: versionId !== null },
  );

  /** True while the server inspects the file, or has just received the last byte. */
  function isWorking({ version: { status } }: CallResult<'versions.get'>): boolean {
    return status === 'analysing' || (status === 'uploading' && received);
  }

  function begin({ version: created, upload }: CallResult<'versions.create'>, file: File) {
    setReceived(false);
    setParams({ version: created.id }, { replace: true });
    if (created.status === 'uploading') start(upload.url, file);
  }

  if (several !== null) return <MultiUpload app={app} files={several} unfinished={unfinished} />;
  if (versionId === null) {
    return (
      <>
        <ChooseFile app={app} onCreated={begin} onMultiple={setSeveral} />
        <UnfinishedUploads versions={unfinished} />
      </>
    );
  }

  if (transfer === null && version.error)
    return <CallErrorAlert error={version.error} onRetry={version.refetch} />;

  function describeProgress(): ReactNode {
    if (transfer !== null) {
      return (
        <>
          <UploadLeaveGuard active={transfer.state === 'running'} />
          <TransferPanel
            transfer={transfer}
            onPause={pause}
            onResume={resume}
            onCancel={() => void navigate(paths.app(app.id))}
          />
        </>
      );
    }
    if (version.data === undefined) return <PageSkeleton />;
    const { version: loaded, upload } = version.data;
    if (isWorking(version.data)) return <Inspecting fileName={loaded.fileName} />;
    if (upload === null) return null;
    return (
      <ChooseSameFile version={loaded} offset={upload.offset} onFile={(file) => start(upload.url, file)} />
    );
  }

  return (
    <UploadedVersion
      key={versionId}
      appId={app.id}
      versionId={versionId}
      version={version.data?.version}
      progress={describeProgress()}
    />
  );
}

interface ChooseFileProps {
  readonly app: App;
  readonly onCreated: (created: CallResult<'versions.create'>, file: File) => void;
  readonly onMultiple: (files: readonly File[]) => void;
}

function ChooseFile({ app, onCreated, onMultiple }: ChooseFileProps) {
  const kind = PACKAGE_KINDS[app.platform];
  const [denialReason, setDenialReason] = useState<string | null>(null);
  const [kept] = useState(() => findChosenPackage(app.id));
  const [file, setFile] = useState(kept?.file ?? null);
  const create = useCallMutation('versions.create');

  const uploadKept = useEffectEvent(() => {
    // An effect may run twice; a package is uploaded once.
    if (kept === null || findChosenPackage(app.id) !== kept) return;
    forgetChosenPackage();
    upload(kept.file, kept.sha256 ?? undefined);
  });
  useEffect(() => uploadKept(), []);

  function take(chosen: File) {
    const reason = packageDenialReason(chosen, app.platform);
    setDenialReason(reason);
    if (reason === null) setFile(chosen);
  }

  function upload(chosen: File, sha256?: string) {
    create.mutate(
      { appId: app.id, fileName: chosen.name, size: chosen.size, sha256 },
      { onSuccess: (created) => onCreated(created, chosen) },
    );
  }

  if (file !== null && file === kept?.file && !create.isError) {
    return <LinearProgress aria-label={t`Starting the upload of ${file.name}`} />;
  }
  if (file === null) {
    return (
      <DropZone
        title={t`Drop the signed ${kind.name} here, or choose it. Its application ID must be ${app.applicationId}. You can drop several files.`}
        buttonLabel={t`Choose an ${kind.name}`}
        accept={kind.extension}
        error={denialReason}
        onFile={take}
        onFiles={onMultiple}
      />
    );
  }
  return (
    <>
      {create.error !== null && (
        <Box sx={{ mb: 2 }}>
          <CallErrorAlert error={create.error} />
        </Box>
      )}
      <PreflightPanel
        app={app}
        file={file}
        pending={create.isPending}
        onUpload={(sha256) => upload(file, sha256)}
        onChooseAgain={() => {
          create.reset();
          setFile(null);
        }}
      />
    </>
  );
}

interface ChooseSameFileProps {
  readonly version: Version;
  /** Number of uploaded bytes. */
  readonly offset: number;
  readonly onFile: (file: File) => void;
}

function ChooseSameFile({ version, offset, onFile }: ChooseSameFileProps) {
  const [denialReason, setDenialReason] = useState<string | null>(null);
  return (
    <DropZone
      title={t`${formatBytes(offset)} of ${formatBytes(version.size)} of ${version.fileName} uploaded. Choose the same file again to upload the rest.`}
      buttonLabel={t`Choose the same file`}
      accept={/\.\w+$/.exec(version.fileName)?.[0] ?? ''}
      error={denialReason}
      onFile={(file) => {
        const reason = sameFileDenialReason(file, version);
        setDenialReason(reason);
        if (reason === null) onFile(file);
      }}
    />
  );
}
