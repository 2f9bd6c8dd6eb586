-- A course's month was one row, for which all of its students waited while each of their messages went to disk. Where
-- nothing limits the month it is sixteen rows now, and a turn counts in one of them. A course with a limit keeps one
-- row, slot 0, so that nobody can get past it; what was counted in others before there was a limit counts, too.

alter table chatbot.course_months add column slot smallint not null default 0;
alter table chatbot.course_months drop constraint course_months_pkey;
alter table chatbot.course_months add primary key (course_id, local_month, slot);
comment on table chatbot.course_months is 'What a course spent in a month of its time zone, the sum of all slots; the month is its first day.';
comment on column chatbot.course_months.slot is '0 where the month is limited; else one of 1 to 16, so that turns need not wait for each other.';
alter table chatbot.usage_ledger add column month_slot smallint not null default 0;
comment on column chatbot.usage_ledger.month_slot is 'In which slot of the course''s month it counts.';

create or replace function chatbot.settle_tokens(in_turn uuid, in_tokens integer, in_is_estimate boolean, in_now timestamptz)
returns boolean
language plpgsql as $$
declare
    reserved chatbot.usage_ledger;
    used integer := in_tokens;
    estimate boolean := in_is_estimate;
begin
    select * into reserved from chatbot.usage_ledger
    where turn_id = in_turn and settled_at is null for update;
    if not found then
        return false;
    end if;
    if used is null then
        -- Three bytes a token, as everywhere; a reply that was committed has been settled itself.
        estimate := reserved.requested_at is not null;
        used := case when estimate then reserved.input_tokens + coalesce((
            select octet_length(r.reply_text) / 3 from chatbot.rounds r
            where r.turn_id = in_turn and r.state <> 'committed'
            order by r.round_number desc limit 1), 0) else 0 end;
    end if;
    update chatbot.usage_ledger l set settled_tokens = used, settled_at = in_now, is_estimate = estimate
    where l.id = reserved.id;
    update chatbot.student_days d set tokens = d.tokens + used - reserved.reserved_tokens
    where d.chatbot_id = reserved.chatbot_id and d.local_day = reserved.local_day
      and d.student_id = reserved.student_id;
    update chatbot.course_months m set tokens = m.tokens + used - reserved.reserved_tokens
    where m.course_id = reserved.course_id and m.local_month = reserved.local_month
      and m.slot = reserved.month_slot;
    return true;
end
$$;

create or replace function chatbot.reserve_tokens(
    in_id uuid, in_turn uuid, in_student uuid, in_course uuid, in_chatbot uuid, in_zone text,
    in_input integer, in_output integer, in_day_limit integer, in_month_limit integer,
    in_is_request boolean, in_now timestamptz
) returns text
language plpgsql as $$
declare
    held chatbot.usage_ledger;
    of_day date;
    of_month date;
    of_slot smallint;
    others bigint := 0;
    more integer := in_input + in_output;
begin
    select * into held from chatbot.usage_ledger where turn_id = in_turn and settled_at is null for update;
    if held.requested_at is not null then
        perform chatbot.settle_tokens(in_turn, null, null, in_now);
        held := null;
    end if;
    -- What was reserved when the message was accepted counts for the day of its acceptance.
    of_day := coalesce(held.local_day, (in_now at time zone chatbot.zone_or_utc(in_zone))::date);
    of_month := coalesce(held.local_month, date_trunc('month', of_day)::date);
    of_slot := coalesce(held.month_slot,
        case when in_month_limit is null then 1 + (hashtext(in_turn::text) & 15) else 0 end);
    more := more - coalesce(held.reserved_tokens, 0);
    if in_month_limit is not null then
        select coalesce(sum(tokens), 0) into others from chatbot.course_months
        where course_id = in_course and local_month = of_month and slot <> of_slot;
    end if;

    insert into chatbot.student_days as d (chatbot_id, local_day, student_id, tokens)
    select in_chatbot, of_day, in_student, greatest(more, 0) where in_day_limit is null or more <= in_day_limit
    on conflict on constraint student_days_pkey do update set tokens = d.tokens + more
    where in_day_limit is null or more <= 0 or d.tokens + more <= in_day_limit;
    if not found then
        return 'student_tokens_per_day';
    end if;
    insert into chatbot.course_months as m (course_id, local_month, slot, tokens)
    select in_course, of_month, of_slot, greatest(more, 0)
    where in_month_limit is null or others + more <= in_month_limit
    on conflict on constraint course_months_pkey do update set tokens = m.tokens + more
    where in_month_limit is null or more <= 0 or others + m.tokens + more <= in_month_limit;
    if not found then
        update chatbot.student_days d set tokens = d.tokens - more
        where d.chatbot_id = in_chatbot and d.local_day = of_day and d.student_id = in_student;
        return 'course_tokens_per_month';
    end if;
    insert into chatbot.usage_ledger as l
        (id, turn_id, student_id, course_id, chatbot_id, local_day, local_month, month_slot, input_tokens,
         reserved_tokens, requested_at, created_at)
    values (in_id, in_turn, in_student, in_course, in_chatbot, of_day, of_month, of_slot, in_input,
            in_input + in_output, case when in_is_request then in_now end, in_now)
    on conflict (turn_id) where settled_at is null do update
    set input_tokens = excluded.input_tokens, reserved_tokens = excluded.reserved_tokens,
        requested_at = excluded.requested_at;
    return null;
end
$$;
