import { useEffect, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { useBackend } from '#client/backend/backend-context.ts';
import { findChosenPackage, forgetChosenPackage } from '#client/backend/chosen-package.ts';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { paths } from '#client/paths.ts';
import { formatBytes } from '#client/ui/bytes.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { DropZone } from '#client/ui/drop-zone.tsx';
import { Empty } from '#client/ui/empty.tsx';
import { PACKAGE_KINDS, whyNotPackage, whyNotSameFile } from '#client/ui/package-file.ts';
import { Page } from '#client/ui/page.tsx';
import { PageSkeleton } from '#client/ui/skeletons.tsx';
import type { App } from '#shared/apps/app.ts';
import type { CallResult } from '#shared/calls.ts';
import { whyNotRole } from '#shared/members/member.ts';
import type { Version } from '#shared/versions/version.ts';
import { Inspecting, InspectionResult } from './inspection-result.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { PreflightPanel } from './preflight-panel.tsx';
import { SeveralUploads } from './several-uploads.tsx';
import { TransferPanel } from './transfer-panel.tsx';
import { UnfinishedUploads } from './unfinished-uploads.tsx';
import { useTransfer } from './use-transfer.ts';

const POLL_MS = 1_000;

/** Uploads a version of an app; `?version=` is one whose upload has begun. */
export default function NewVersionPage() {
  const { appId = '' } = useParams();
  const { data, error, refetch } = useCallQuery('apps.get', { appId });
  const whyNotUpload = data === undefined ? null : whyNotRole(data.role, 'maintainer');
  if (data === undefined && error === null) return <PageSkeleton />;
  return (
    <Page
      title="Upload a version"
      status={data?.app.applicationId}
      breadcrumbs={[
        { label: 'My Apps', href: paths.apps },
        ...(data ? [{ label: data.app.name, href: paths.app(appId) }] : []),
      ]}
    >
      {data === undefined ? (
        <CallErrorAlert error={error} onRetry={() => void refetch()} />
      ) : whyNotUpload === null ? (
        <UploadSteps app={data.app} versions={data.versions} />
      ) : (
        <Empty title={whyNotUpload} />
      )}
    </Page>
  );
}

/** Choose, check, send, inspect, submit: what is shown follows from the version's status and the transfer under way. */
function UploadSteps({ app, versions }: { app: App; versions: readonly Version[] }) {
  const navigate = useNavigate();
  const { documents } = useBackend();
  const [params, setParams] = useSearchParams();
  const versionId = params.get('version');
  const [received, setReceived] = useState(false);
  const [several, setSeveral] = useState<readonly File[] | null>(null);
  const unfinished = versions.filter(({ status }) => status === 'uploading');
  const { transfer, start, pause, resume } = useTransfer(() => {
    setReceived(true);
    void documents.invalidate(['versions.get', 'apps.get', 'apps.list']);
  });
  const version = useCallQuery(
    'versions.get',
    { versionId: versionId ?? '' },
    { enabled: versionId !== null, refetchInterval: (result) => (isWorking(result) ? POLL_MS : false) },
  );

  /** The store works on the file: it is inspecting, or has just got the last byte. */
  function isWorking(result: CallResult<'versions.get'> | undefined): boolean {
    const status = result?.version.status;
    return status === 'analysing' || (status === 'uploading' && received);
  }

  function begin(created: Version, url: string, file: File) {
    setReceived(false);
    setParams({ version: created.id }, { replace: true });
    start(url, file);
  }

  if (transfer !== null) {
    return (
      <>
        <LeaveGuard active={transfer.state === 'running'} />
        <TransferPanel
          transfer={transfer}
          onPause={pause}
          onResume={resume}
          onCancel={() => void navigate(paths.app(app.id))}
        />
      </>
    );
  }
  if (several !== null) return <SeveralUploads app={app} files={several} unfinished={unfinished} />;
  if (versionId === null) {
    return (
      <>
        <ChooseFile app={app} onCreated={begin} onSeveral={setSeveral} />
        <UnfinishedUploads versions={unfinished} />
      </>
    );
  }
  if (version.error) return <CallErrorAlert error={version.error} onRetry={() => void version.refetch()} />;
  if (version.data === undefined) return <PageSkeleton />;
  const { version: loaded, upload } = version.data;
  if (isWorking(version.data)) return <Inspecting fileName={loaded.fileName} />;
  if (upload !== null) {
    return (
      <ChooseSameFile version={loaded} offset={upload.offset} onFile={(file) => start(upload.url, file)} />
    );
  }
  return <InspectionResult version={loaded} />;
}

interface ChooseFileProps {
  readonly app: App;
  readonly onCreated: (version: Version, url: string, file: File) => void;
  readonly onSeveral: (files: readonly File[]) => void;
}

function ChooseFile({ app, onCreated, onSeveral }: ChooseFileProps) {
  const kind = PACKAGE_KINDS[app.platform];
  const [refusal, setRefusal] = useState<string | null>(null);
  const [file, setFile] = useState(() => findChosenPackage(app.id));
  const create = useCallMutation('versions.create', { invalidates: ['apps.get', 'apps.list'] });

  useEffect(forgetChosenPackage, []);

  function take(chosen: File) {
    const reason = whyNotPackage(chosen, app.platform);
    setRefusal(reason);
    if (reason === null) setFile(chosen);
  }

  function upload(chosen: File, sha256?: string) {
    create.mutate(
      { appId: app.id, fileName: chosen.name, size: chosen.size, sha256 },
      { onSuccess: ({ version, upload: { url } }) => onCreated(version, url, chosen) },
    );
  }

  if (file === null) {
    return (
      <DropZone
        title={`Drop the signed ${kind.name} here, or choose it. It must carry the application id ${app.applicationId}. Several at once are taken, too.`}
        buttonLabel={`Choose an ${kind.name}`}
        accept={kind.extension}
        error={refusal}
        onFile={take}
        onFiles={onSeveral}
      />
    );
  }
  return (
    <>
      {create.error !== null && <CallErrorAlert error={create.error} />}
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
  /** Bytes that have arrived. */
  readonly offset: number;
  readonly onFile: (file: File) => void;
}

function ChooseSameFile({ version, offset, onFile }: ChooseSameFileProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  return (
    <DropZone
      title={`${formatBytes(offset)} of ${formatBytes(version.size)} of ${version.fileName} have arrived. Choose the same file again to upload the rest.`}
      buttonLabel="Choose the same file"
      accept={/\.\w+$/.exec(version.fileName)?.[0] ?? ''}
      error={refusal}
      onFile={(file) => {
        const reason = whyNotSameFile(file, version);
        setRefusal(reason);
        if (reason === null) onFile(file);
      }}
    />
  );
}
