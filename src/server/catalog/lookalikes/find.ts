import { sql } from 'drizzle-orm';
import { type Lookalike, MAX_LOOKALIKES } from '#shared/listings/lookalike.ts';
import { includesRole, MEMBER_ROLES } from '#shared/members/member.ts';
import type { MarkKind } from '#shared/packages/mark-kinds.ts';
import { describeFinding } from '#shared/packages/rules/catalogue.ts';
import { lookalikeFinding } from '#shared/packages/rules/lookalike-rules.ts';
import type { StoreSettings } from '#shared/settings/settings.ts';
import { AWAITING_REVIEW } from '#shared/statuses/version-status.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { type AppRow, appMembers, apps } from '../../platform/db/tables/apps.ts';
import { oneOf } from '../../platform/db/tables/columns.ts';
import { appGraphics } from '../../platform/db/tables/listings.ts';
import { appMarks, dismissedLookalikes, pairHash } from '../../platform/db/tables/lookalikes.ts';
import { users } from '../../platform/db/tables/users.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { readSettings } from '../../platform/settings.ts';
import { iconsLookAlike } from './icon-hash.ts';
import { idSkeletonOf, idsLookAlike, looksAlike, relatedIds } from './skeleton.ts';

/** Candidates whose distance is measured, those of public apps first; the letters have ruled out nearly all others. */
const MAX_CANDIDATES = 2_000;

interface Values {
  readonly appId: string;
  readonly ownerUid: string;
  readonly relatedIds: readonly string[];
}

/** Roles of members who can change an app. */
const EDITORS = MEMBER_ROLES.filter((role) => includesRole(role, 'maintainer'));

/** The people who can change the app, and the apps that one of them can change, too. */
const ownApps = ({ appId, ownerUid }: Pick<StatementValues<Values>, 'appId' | 'ownerUid'>) => sql`
  WITH editors AS (
    SELECT ${ownerUid}::text AS uid UNION SELECT uid FROM ${appMembers}
    WHERE ${appMembers.appId} = ${appId} AND ${oneOf(appMembers.role, EDITORS)}
  )
  SELECT ${apps.id} FROM ${apps} WHERE ${apps.ownerUid} IN (SELECT uid FROM editors)
  UNION SELECT ${appMembers.appId} FROM ${appMembers}
  WHERE ${appMembers.uid} IN (SELECT uid FROM editors) AND ${oneOf(appMembers.role, EDITORS)}`;

/** Marks of an app that equal those of others, or could be similar. Equal ones come from an index. */
const CANDIDATES = defineStatement('lookalikes', (values: StatementValues<Values>) => ({
  select: {
    kind: sql<MarkKind>`found.kind`,
    value: sql<string>`found.value`,
    skeleton: sql<string>`found.skeleton`,
    otherValue: sql<string>`found.other_value`,
    otherSkeleton: sql<string>`found.other_skeleton`,
    isPublic: sql<boolean>`(found.is_live AND a.status = 'published')`,
    wasPublic: sql<boolean>`(found.is_live AND a.status <> 'draft')`,
    otherId: sql<string>`a.id`,
    name: sql<string>`a.name`,
    applicationId: sql<string>`a.application_id`,
    /** The name under which the app is public; publishers must not learn another one. */
    publicPublisher: sql<string>`coalesce(a.public_developer_name, a.application_id)`,
    publisher: sql<string>`coalesce(a.public_developer_name, u.developer_name, u.display_name, a.application_id)`,
    iconPath: sql<string | null>`coalesce(
      (SELECT g.key FROM ${appGraphics} g
        WHERE g.app_id = a.id AND g.locale = a.public_details->>'defaultLocale' AND g.kind = 'icon' AND g.is_public
        ORDER BY g.public_position LIMIT 1),
      (SELECT v.icon_key FROM ${versions} v
        WHERE v.app_id = a.id AND v.deleted_at IS NULL AND v.icon_key IS NOT NULL
          AND (v.status = 'published' OR a.status <> 'published')
        ORDER BY v.created_at DESC LIMIT 1))`,
  },
  from: sql`
    FROM (
      SELECT own.kind, own.value, own.skeleton, m.app_id, m.value AS other_value,
        m.skeleton AS other_skeleton, m.is_live
      FROM ${appMarks} own JOIN ${appMarks} m ON m.skeleton = own.skeleton AND m.kind = own.kind
      WHERE own.app_id = ${values.appId} AND own.kind <> 'icon'
      UNION ALL
      SELECT own.kind, own.value, own.skeleton, m.app_id, m.value, m.skeleton, m.is_live
      FROM ${appMarks} own JOIN ${appMarks} m ON m.kind = own.kind AND m.length BETWEEN own.length - 2 AND own.length + 2
        AND bit_count(m.letters # own.letters) <= 4
      WHERE own.app_id = ${values.appId} AND own.kind <> 'icon' AND own.length >= 5
      UNION ALL
      SELECT own.kind, own.value, own.skeleton, m.app_id, m.value, m.skeleton, m.is_live
      FROM ${appMarks} own JOIN ${appMarks} m ON m.kind = 'icon' AND ${iconsLookAlike('m.icon', 'own.icon')}
      WHERE own.app_id = ${values.appId} AND own.kind = 'icon'
      UNION ALL
      SELECT own.kind, own.value, own.skeleton, m.app_id, m.value, m.skeleton, m.is_live
      FROM ${appMarks} own JOIN ${appMarks} m ON m.kind = 'id' AND m.skeleton = ANY(${values.relatedIds}::text[])
      WHERE own.app_id = ${values.appId} AND own.kind = 'id'
    ) found
    JOIN ${apps} a ON a.id = found.app_id
    JOIN ${users} u ON u.uid = a.owner_uid
    WHERE a.id <> ${values.appId} AND a.id NOT IN (${ownApps(values)})
      AND (
        (found.is_live AND a.status <> 'draft') OR a.listing_waiting_since IS NOT NULL
        OR EXISTS (SELECT FROM ${versions} v WHERE v.app_id = a.id AND ${oneOf(sql`v.status`, [...AWAITING_REVIEW, 'approved'])})
      )
      AND NOT EXISTS (
        SELECT FROM ${dismissedLookalikes} d
        WHERE d.app_id = ${values.appId} AND d.other_app_id = a.id
          AND d.pair = ${pairHash(sql`found.kind`, sql`found.value`, sql`found.other_value`)}
      )
    ORDER BY "isPublic" DESC, "wasPublic" DESC, a.created_at, a.id
    LIMIT ${sql.raw(String(MAX_CANDIDATES))}`,
}));

type Candidate = Awaited<ReturnType<typeof CANDIDATES.all>>[number];

interface Search {
  /** `staff` gets all apps; others only those that everybody can see. */
  readonly viewer: 'staff' | 'publisher';
  /** The modes of the rules: those that are off find nothing. */
  readonly modes: StoreSettings['rules'];
}

/**
 * Returns the apps of other publishers that an app looks like, live or in its drafts, public ones first. Apps on which the same
 * person works are left out, and so are pairs that staff called not confusing.
 */
export async function findLookalikes(
  db: Db | Tx,
  { id, ownerUid, applicationId }: Pick<AppRow, 'id' | 'ownerUid' | 'applicationId'>,
  { viewer, modes }: Search,
): Promise<Lookalike[]> {
  const related = relatedIds(idSkeletonOf(applicationId));
  const candidates = await CANDIDATES.all(db, { appId: id, ownerUid, relatedIds: related });
  const found = candidates.filter(
    (one) => modes[`lookalike-${one.kind}`] !== 'off' && (viewer === 'staff' || one.isPublic) && isAlike(one),
  );
  const pairs = [...new Map(found.map((one) => [pairKey(one), one])).values()].slice(0, MAX_LOOKALIKES);
  return [...Map.groupBy(pairs, ({ otherId }) => otherId).values()].flatMap((all) => {
    const [first] = all;
    return first ? [present(first, all, viewer)] : [];
  });
}

function pairKey({ kind, otherId, value, otherValue }: Candidate): string {
  return JSON.stringify([kind, otherId, value, otherValue]);
}

function isAlike({ kind, skeleton, otherSkeleton }: Candidate): boolean {
  if (kind === 'icon') return true;
  return kind === 'id' ? idsLookAlike(skeleton, otherSkeleton) : looksAlike(skeleton, otherSkeleton);
}

function present(first: Candidate, all: readonly Candidate[], viewer: Search['viewer']): Lookalike {
  const { otherId, name, applicationId, iconPath } = first;
  const publisher = viewer === 'staff' ? first.publisher : first.publicPublisher;
  return {
    other: {
      id: otherId,
      name,
      publisher,
      applicationId,
      iconPath,
      isPublic: all.some(({ isPublic }) => isPublic),
    },
    pairs: all.map(({ kind, value, otherValue, wasPublic }) => ({
      kind,
      value,
      otherValue,
      finding: describeFinding(
        lookalikeFinding(kind, wasPublic, {
          own: kind === 'icon' ? '' : value,
          theirs: kind === 'icon' ? '' : otherValue,
          app: name,
          publisher,
        }),
      ),
    })),
  };
}

/** Returns the rules by which an app must be reviewed by a person: a public app of another publisher looks like it. */
export async function findConfusing(db: Db | Tx, app: AppRow): Promise<string[]> {
  const { rules: modes } = await readSettings(db);
  const lookalikes = await findLookalikes(db, app, { viewer: 'staff', modes });
  const findings = lookalikes.flatMap(({ pairs }) => pairs.map(({ finding }) => finding));
  const enforced = findings.filter(
    ({ rule, severity }) => severity === 'warning' && modes[rule] !== 'observe',
  );
  return [...new Set(enforced.map(({ rule }) => rule))].sort();
}
